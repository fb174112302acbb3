// Package hub connects to a hub: a NATS server with JetStream, embedded in `fizzer hub` or anybody's, in which tasks, results and finds
// wait for those who want them. It knows what is kept there under which name; packages queue and exchange say what it means.
//
//	FIZZER_TASKS     work queue: a task is there until its result is
//	FIZZER_RESULTS   one result for each task
//	FIZZER_FINDS     what the searches of a shared run found
//	fizzer-state     keys: submissions, attempts at tasks
//	fizzer-live      keys that vanish when nobody renews them: workers, shared runs
//	fizzer-sources   objects: the C files of tasks, until there is a result
//	fizzer-suites    objects: the files of finished runs, until they are fetched
//
// Everything is removed after Settings.Age, whether it was fetched or not.
package hub

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"fizzer/fizzer/hub/message"
)

// Names in the store.
const (
	tasksStream    = "FIZZER_TASKS"
	resultsStream  = "FIZZER_RESULTS"
	findsStream    = "FIZZER_FINDS"
	stateBucket    = "fizzer-state"
	liveBucket     = "fizzer-live"
	sourcesBucket  = "fizzer-sources"
	suitesBucket   = "fizzer-suites"
	workers        = "workers" // the consumer that all workers share
	toolLabel      = "fizzer-version"
	protocolLabel  = "fizzer-protocol"
	taskSubject    = "fizzer.task."
	resultSubject  = "fizzer.result."
	findSubject    = "fizzer.find."
	beatSubject    = "fizzer.beat." // not stored
	maxWaitingAcks = 1 << 20        // tasks at work at once
)

// TaskSubject is where the task with this key waits.
func TaskSubject(key string) string { return taskSubject + key }

// ResultSubject is where the result of the task with this key waits.
func ResultSubject(key string) string { return resultSubject + key }

// FindSubject is where the finds of a shared run are kept.
func FindSubject(run string) string { return findSubject + run }

// Beat is how often a search of a shared run says that it is alive.
const Beat = 2 * time.Second

// AllBeats are the subjects of all shared runs' beats.
const AllBeats = beatSubject + "*"

// BeatSubject is where the searches of a shared run say that they are alive.
func BeatSubject(run string) string { return beatSubject + run }

// Settings are chosen by whoever prepares the store first.
type Settings struct {
	AckWait  time.Duration // a worker that is silent for so long has lost its task; default 30 s
	Live     time.Duration // a worker that is silent for so long is not shown any more; default 30 s
	Age      time.Duration // after which everything is removed; default 14 days
	MaxBytes int64         // of sources (2/5), suites (2/5) and finds (1/5); 0: as the server allows
	MaxTasks int64         // waiting; default message.MaxTasks
	Replicas int           // servers of a cluster that keep a copy; default 1
}

func (s Settings) withDefaults() Settings {
	if s.AckWait == 0 {
		s.AckWait = 30 * time.Second
	}
	if s.Live == 0 {
		s.Live = 30 * time.Second
	}
	if s.Age == 0 {
		s.Age = 14 * 24 * time.Hour
	}
	if s.MaxBytes == 0 {
		s.MaxBytes = -1
	}
	if s.MaxTasks == 0 {
		s.MaxTasks = message.MaxTasks
	}
	s.Replicas = max(s.Replicas, 1)
	return s
}

// part returns some fifths of MaxBytes.
func (s Settings) part(fifths int64) int64 {
	if s.MaxBytes < 0 {
		return -1
	}
	return s.MaxBytes / 5 * fifths
}

// Access says how to reach a hub.
type Access struct {
	URL     string
	Token   string                      // empty: none
	NKey    string                      // file with the seed of an NKey; empty: none
	CA      string                      // file with the certificates to trust; empty: those of the system
	Tool    string                      // version of fizzer
	Name    string                      // of this client, shown by the server
	Log     func(string)                // for the user, one line each; may be nil
	Options []func(*nats.Options) error // further options of the connection, for tests
}

// Hub is a connection to a hub. It reconnects by itself; meanwhile calls fail or wait for the end of their context. It is safe for
// concurrent use.
type Hub struct {
	Sender  message.Sender
	Conn    *nats.Conn
	JS      jetstream.JetStream
	Tasks   jetstream.Stream
	Results jetstream.Stream
	Finds   jetstream.Stream
	Workers jetstream.Consumer // of Tasks
	State   jetstream.KeyValue
	Live    jetstream.KeyValue
	Sources *Objects
	Suites  *Objects
	AckWait time.Duration // a worker that is silent for so long has lost its task
	Renewal time.Duration // keys of Live are renewed so often

	connection *connection
}

// Connect connects to a hub and prepares its store where that has not been done. The error is a *message.VersionError if others of
// another version use the store.
func Connect(ctx context.Context, access Access, settings Settings) (*Hub, error) {
	connection := newConnection()
	options, err := access.options(connection)
	if err != nil {
		return nil, err
	}
	conn, err := nats.Connect(access.URL, options...)
	if err != nil {
		return nil, access.explain(err)
	}
	h := &Hub{connection: connection, Conn: conn, Sender: message.Sender{Protocol: message.Protocol, Tool: access.Tool}}
	if err := h.whileAway(ctx, func(ctx context.Context) error { return h.open(ctx, settings.withDefaults()) }); err != nil {
		conn.Close()
		return nil, err
	}
	return h, nil
}

// Close ends the connection.
func (h *Hub) Close() { h.Conn.Close() }

func (a Access) options(connection *connection) ([]nats.Option, error) {
	log := a.Log
	if log == nil {
		log = func(string) {}
	}
	options := []nats.Option{
		nats.Name(a.Name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.Timeout(5 * time.Second),
		nats.PingInterval(20 * time.Second), nats.MaxPingsOutstanding(3),
		nats.ReconnectBufSize(-1), // nothing is sent later than its sender thinks
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			connection.drop()
			if err != nil {
				log("note: the hub is away: " + message.Line(err.Error()))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { log("note: the hub is back") }),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // the caller sees what concerns it
	}
	if a.Token != "" {
		options = append(options, nats.Token(a.Token))
	}
	if a.NKey != "" {
		key, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, fmt.Errorf("--nkey %s: %w", a.NKey, err)
		}
		options = append(options, key)
	}
	if a.CA != "" {
		options = append(options, nats.RootCAs(a.CA))
	}
	for _, option := range a.Options {
		options = append(options, option)
	}
	return options, nil
}

// explain adds what to do about a failed connection.
func (a Access) explain(err error) error {
	remedy := "start one with fizzer hub, or correct --hub"
	switch {
	case strings.Contains(err.Error(), "rootCA file"), strings.Contains(err.Error(), "root certificate"):
		remedy = "name a file with certificates in PEM by --tls-ca"
	case errors.Is(err, nats.ErrAuthorization), strings.Contains(err.Error(), "authorization"), errors.Is(err, nats.ErrNkeysNotSupported):
		remedy = "give the hub's token by --token-file, or a key that it knows by --nkey"
	case errors.Is(err, nats.ErrSecureConnWanted), errors.Is(err, nats.ErrSecureConnRequired), strings.Contains(err.Error(), "x509"),
		strings.Contains(err.Error(), "tls"):
		remedy = "use a URL that begins with tls:// where the hub has a certificate, and name the authority's by --tls-ca"
	}
	return fmt.Errorf("no connection to the hub %s: %w; %s", message.Line(a.URL), err, remedy)
}

// open finds or makes everything in the store.
func (h *Hub) open(ctx context.Context, s Settings) (err error) {
	if h.JS, err = jetstream.New(h.Conn); err != nil {
		return err
	}
	if h.Tasks, err = h.openTasks(ctx, s); err != nil {
		return explainStore(err)
	}
	if err := h.compare(ctx); err != nil {
		return err
	}
	bounded := jetstream.StreamConfig{
		Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew, MaxAge: s.Age, MaxMsgSize: message.MaxBytes + 2048, Replicas: s.Replicas,
		Duplicates: min(s.Age, time.Hour),
	}
	results, finds := bounded, bounded
	results.Name, results.Subjects = resultsStream, []string{resultSubject + "*.*"}
	finds.Name, finds.Subjects, finds.MaxBytes, finds.MaxMsgs = findsStream, []string{findSubject + "*"}, s.part(1), 1<<20
	finds.AllowDirect = true // Read
	var err1, err2, err3, err4, err5, err6, err7 error
	h.Results, err1 = h.stream(ctx, results)
	h.Finds, err2 = h.stream(ctx, finds)
	h.Workers, err3 = h.openWorkers(ctx, s)
	h.State, err4 = h.bucket(ctx, jetstream.KeyValueConfig{Bucket: stateBucket, TTL: s.Age, MaxValueSize: message.MaxBytes,
		Storage: jetstream.FileStorage, Replicas: s.Replicas})
	h.Live, err5 = h.bucket(ctx, jetstream.KeyValueConfig{Bucket: liveBucket, TTL: s.Live, MaxValueSize: message.MaxBytes,
		Storage: jetstream.FileStorage, Replicas: s.Replicas})
	h.Sources, err6 = h.objects(ctx, jetstream.ObjectStoreConfig{Bucket: sourcesBucket, TTL: s.Age, MaxBytes: s.part(2), Replicas: s.Replicas})
	h.Suites, err7 = h.objects(ctx, jetstream.ObjectStoreConfig{Bucket: suitesBucket, TTL: s.Age, MaxBytes: s.part(2), Replicas: s.Replicas})
	if err := errors.Join(err1, err2, err3, err4, err5, err6, err7); err != nil {
		return explainStore(err)
	}
	return h.readTimes(ctx)
}

// readTimes finds out the settings of whoever prepared the store.
func (h *Hub) readTimes(ctx context.Context) error {
	h.AckWait = h.Workers.CachedInfo().Config.AckWait
	status, err := h.Live.Status(ctx)
	if err != nil {
		return explainStore(err)
	}
	h.Renewal = max(status.TTL()/4, 10*time.Millisecond)
	if h.AckWait <= 0 {
		return errors.New("the hub's consumer of tasks has no AckWait; remove the stream " + tasksStream)
	}
	return nil
}

func explainStore(err error) error {
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) ||
		errors.Is(err, nats.ErrNoResponders) {
		return fmt.Errorf("the NATS server has no JetStream (%w); switch it on there, or use fizzer hub", err)
	}
	return fmt.Errorf("preparing the hub's store: %w", err)
}

func (h *Hub) openTasks(ctx context.Context, s Settings) (jetstream.Stream, error) {
	return h.stream(ctx, jetstream.StreamConfig{
		Name: tasksStream, Subjects: []string{taskSubject + "*.*"}, Storage: jetstream.FileStorage, Retention: jetstream.WorkQueuePolicy,
		Discard: jetstream.DiscardNew, MaxMsgs: s.MaxTasks, MaxAge: s.Age, MaxMsgSize: message.MaxBytes + 2048, Replicas: s.Replicas,
		Duplicates: min(s.Age, time.Hour), Metadata: h.labels(),
	})
}

func (h *Hub) labels() map[string]string {
	return map[string]string{toolLabel: h.Sender.Tool, protocolLabel: strconv.Itoa(h.Sender.Protocol)}
}

// compare returns a *message.VersionError if the store was prepared by another version. An empty queue is taken over.
func (h *Hub) compare(ctx context.Context) error {
	info, err := h.Tasks.Info(ctx)
	if err != nil {
		return explainStore(err)
	}
	labels := info.Config.Metadata
	protocol, _ := strconv.Atoi(labels[protocolLabel]) // 0 differs from ours
	different := h.Sender.Same(message.Sender{Protocol: protocol, Tool: labels[toolLabel]})
	if different == nil || info.State.Msgs > 0 || h.someoneWorks(ctx) {
		return different
	}
	config := info.Config
	config.Metadata = h.labels()
	if _, err := h.JS.UpdateStream(ctx, config); err != nil {
		return different
	}
	return nil
}

// someoneWorks tells whether a worker or a shared run is alive.
func (h *Hub) someoneWorks(ctx context.Context) bool {
	live, err := h.JS.KeyValue(ctx, liveBucket)
	if err != nil {
		return !errors.Is(err, jetstream.ErrBucketNotFound)
	}
	keys, err := live.Keys(ctx)
	return len(keys) > 0 || err != nil && !errors.Is(err, jetstream.ErrNoKeysFound)
}

// stream returns the stream with this name, which it makes if there is none.
func (h *Hub) stream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	found, err := h.JS.Stream(ctx, config.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		found, err = h.JS.CreateStream(ctx, config)
	}
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // somebody of another version was faster
		found, err = h.JS.Stream(ctx, config.Name)
	}
	return found, err
}

func (h *Hub) openWorkers(ctx context.Context, s Settings) (jetstream.Consumer, error) {
	found, err := h.Tasks.Consumer(ctx, workers)
	if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrConsumerDoesNotExist) {
		found, err = h.Tasks.CreateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: workers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.AckWait, MaxAckPending: maxWaitingAcks, MaxWaiting: 1 << 14,
		})
	}
	if errors.Is(err, jetstream.ErrConsumerExists) {
		found, err = h.Tasks.Consumer(ctx, workers)
	}
	return found, err
}

func (h *Hub) bucket(ctx context.Context, config jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	found, err := h.JS.KeyValue(ctx, config.Bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		found, err = h.JS.CreateKeyValue(ctx, config)
	}
	if errors.Is(err, jetstream.ErrBucketExists) {
		found, err = h.JS.KeyValue(ctx, config.Bucket)
	}
	return found, err
}

// NewID returns an id that nobody has yet: 26 characters with 128 random bits.
func NewID() string { return rand.Text() }
