package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/campaign"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/harness"
	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/archive"
	"fizzer/fizzer/hub/exchange"
	"fizzer/fizzer/hub/message"
	"fizzer/fizzer/hub/queue"
	"fizzer/fizzer/worker"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
	"fizzer/testcomp/flags"
	"fizzer/testcomp/property"
	"fizzer/testcomp/task"
)

// sharedRun is a run in which idle workers take part.
type sharedRun struct {
	hub      *hub.Hub
	shared   *queue.Shared
	exchange *exchange.Exchange
	record   *message.Run
	stop     func()
	renewing sync.WaitGroup
}

// share announces the run of the options to the workers of the hub on the command line; nil: there is no hub. If a limit or a signal ends
// that, the options say so, and nobody takes part.
func share(ctx context.Context, c *cli.Context, o *campaign.Options) (*sharedRun, error) {
	if c.String("hub") == "" || o.Interrupted != nil {
		return nil, nil
	}
	preparing, stop := o.Preparing(ctx)
	defer stop()
	h, err := connect(preparing, c, logger(c.App.ErrWriter))
	if err != nil && preparing.Err() != nil {
		o.Interrupted = interruption(preparing, err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := &sharedRun{hub: h, shared: queue.NewShared(h)}
	if err := s.begin(preparing, c, o); err != nil {
		h.Close()
		if preparing.Err() != nil {
			o.Interrupted, err = interruption(preparing, err), nil
		}
		return nil, err
	}
	o.Exchange = s.exchange
	return s, nil
}

func (s *sharedRun) begin(ctx context.Context, c *cli.Context, o *campaign.Options) error {
	packed, err := packSources(ctx, c, limits{memory: o.Memory, meter: o.Meter}, o.Task)
	if err != nil {
		return err
	}
	id := hub.NewID()
	s.record = &message.Run{Sender: s.hub.Sender, ID: id, Owner: hub.NewID(), Task: message.Task{
		Sender: s.hub.Sender, Submission: id, Name: message.Line(o.Task.Programs[0]), Files: len(o.Task.Programs), Property: o.Property.String(),
		Harness: sentHarness(o.Task), DataModel: string(o.Task.DataModel), Language: languageOf(o.Task),
		Options: message.Options{Memory: o.Memory, Seed: o.Seed, Strategy: c.String("strategy"),
			Without: c.StringSlice("without"), Solver: c.String("solver")},
	}}
	if err := s.shared.Announce(ctx, s.record, packed); err != nil {
		return err
	}
	s.exchange, err = exchange.Join(exchange.Config{Hub: s.hub, Run: id, ID: s.record.Owner, Name: processName(),
		Limits: engine.DefaultMaxLimits()})
	if err != nil {
		return err
	}
	renewing, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.renewing.Add(1)
	go func() { defer s.renewing.Done(); s.shared.KeepAnnounced(renewing, s.record) }()
	return nil
}

// end tells the workers that the run is over, and removes what the hub has of it; s may be nil.
func (s *sharedRun) end() {
	if s == nil {
		return
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.stop()
		s.renewing.Wait()
		s.exchange.Close()
		ctx, cancel := context.WithTimeout(context.Background(), farewell)
		defer cancel()
		s.shared.Withdraw(ctx, s.record)
		s.hub.Close()
	}()
	select {
	case <-ended:
	case <-time.After(farewell):
	}
}

// farewell is how long a run that ends, or a submission that is cancelled, waits for a hub that does not answer. What the hub has of it
// vanishes by its age, or can be gone on with.
const farewell = time.Second

// joinCommand is what a worker starts to take part in a shared run.
func joinCommand() *cli.Command {
	return &cli.Command{
		Name:      "join",
		Usage:     "take part in a shared run until it ends; workers call it",
		ArgsUsage: "RUN",
		Flags: append(hubOptions(),
			&cli.StringFlag{Name: "memory", Value: defaultMemory, Usage: "memory limit `SIZE`"},
			&cli.StringFlag{Name: "sandbox", Value: string(sandbox.Auto), Usage: "`auto|require`"},
		),
		Action: join,
	}
}

func join(c *cli.Context) error {
	id, err := oneFile(c, "shared run")
	if err != nil {
		return err
	}
	if err := message.CheckID(id); err != nil {
		return usage("%v", err)
	}
	memory, err := memorySize(c.String("memory"))
	if err != nil {
		return err
	}
	policy, err := readSandbox(c)
	if err != nil {
		return err
	}
	ctx, h, leave, err := enterHub(c)
	if err != nil {
		return err
	}
	defer leave()
	folder, remove, err := temporaryFolder()
	if err != nil {
		return err
	}
	defer remove()
	shared := queue.NewShared(h)
	run, err := shared.Announced(ctx, id)
	if err != nil {
		return err
	}
	options, err := joinedOptions(ctx, queue.New(h), run, folder)
	if err != nil {
		return err
	}
	options.Memory, options.Sandbox, options.Log = memory, policy, func(string, ...any) {}
	x, err := exchange.Join(exchange.Config{Hub: h, Run: id, ID: hub.NewID(), Name: processName(), Limits: engine.DefaultMaxLimits()})
	if err != nil {
		return err
	}
	defer x.Close()
	options.Exchange = x
	searching, end := context.WithCancel(ctx)
	defer end()
	go func() { shared.UntilWithdrawn(searching, id); end() }()
	_, err = campaign.Run(searching, *options)
	x.Flush(time.Second)
	return err
}

// joinedOptions are the options of a search that takes part in a run: it writes into the folder, and nobody judges its suite.
func joinedOptions(ctx context.Context, q *queue.Queue, run *message.Run, folder string) (*campaign.Options, error) {
	sources := filepath.Join(folder, "sources")
	if err := os.Mkdir(sources, 0o700); err != nil {
		return nil, err
	}
	packed, err := q.Sources(ctx, run.Task.Key(), worker.MaxArchive)
	if err != nil {
		return nil, err
	}
	if err := archive.Unpack(bytes.NewReader(packed), sources, worker.SourceLimits); err != nil {
		return nil, err
	}
	goal, err := property.Parse(run.Task.Property)
	if err != nil {
		return nil, err
	}
	model, err := task.ParseDataModel(run.Task.DataModel)
	if err != nil {
		return nil, err
	}
	t := &task.Task{DataModel: model}
	for n := range run.Task.Files {
		t.Programs = append(t.Programs, filepath.Join(sources, message.File(n)))
	}
	for _, words := range run.Task.Language {
		if err := flags.OnlyLanguage(words); err != nil {
			return nil, err
		}
		t.Compile = append(t.Compile, flags.Compile{Folder: sources, Language: words})
	}
	if t.Harness, err = receivedHarness(run.Task.Harness, sources); err != nil {
		return nil, err
	}
	without := slices.Clone(run.Task.Options.Without)
	if run.Task.Options.Strategy == strategyReport {
		without = append(without, engine.Beyond()...)
	}
	// Searches with the same seed would begin alike.
	return &campaign.Options{Task: t, Property: goal, Wall: maxJoin, Output: filepath.Join(folder, "output"), Without: without, Jobs: 1,
		Alone: run.Task.Options.Strategy == strategySymbolic, Seed: run.Task.Options.Seed + uint64(time.Now().UnixNano()) | 1,
		Helper: true, Version: Version, Clock: time.Now}, nil
}

// sentHarness returns what workers have to know of a task's harness besides its text; nil: it has none.
func sentHarness(t *task.Task) *message.Harness {
	if t.Harness == nil {
		return nil
	}
	return &message.Harness{Resets: t.Harness.Resets, Calls: t.Harness.Calls}
}

// receivedHarness returns the harness of a task whose archive was unpacked into a folder.
func receivedHarness(sent *message.Harness, folder string) (*task.Harness, error) {
	if sent == nil {
		return nil, nil
	}
	text, err := files.Read(filepath.Join(folder, message.HarnessFile), files.MaxSource)
	if err != nil {
		return nil, err
	}
	return &task.Harness{Name: harness.Name, Text: string(text), Resets: sent.Resets, Calls: sent.Calls}, nil
}

// givenHarness returns the harness that a worker gives to a run.
func givenHarness(folder string) (*task.Harness, error) {
	text, err := files.Read(filepath.Join(folder, worker.HarnessRecord), files.MaxDefinition)
	if err != nil {
		return nil, &inputError{err}
	}
	var sent message.Harness
	if err := json.Unmarshal(text, &sent); err != nil {
		return nil, &inputError{err}
	}
	return receivedHarness(&sent, folder)
}

// maxJoin is the longest that a search takes part in a run.
const maxJoin = 7 * 24 * time.Hour
