package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/server"
	"fizzer/fizzer/quantity"
	"fizzer/testcomp/files"
)

// hubOptions are the options of every command that connects to a hub.
func hubOptions() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "hub", Usage: "`URL` of the hub, as fizzer hub prints it, or of a NATS server with JetStream"},
		&cli.StringFlag{Name: "token-file", Usage: "`FILE` with the token that the hub asks for"},
		&cli.StringFlag{Name: "nkey", Usage: "`FILE` with the seed of an NKey that the hub knows"},
		&cli.StringFlag{Name: "tls-ca", Usage: "`FILE` with the certificates to trust instead of the system's"},
	}
}

// accessNames are the options that a child needs to reach the same hub.
var accessNames = []string{"hub", "token-file", "nkey", "tls-ca"}

// readAccess reads the options of hubOptions.
func readAccess(c *cli.Context, log func(string)) (hub.Access, error) {
	a := hub.Access{URL: c.String("hub"), NKey: c.String("nkey"), CA: c.String("tls-ca"), Tool: Version, Log: log}
	if a.URL == "" {
		return a, usage("--hub: name the hub, such as nats://127.0.0.1:4222")
	}
	token, err := readToken(c)
	a.Token, a.Name = token, "fizzer "+c.Command.Name+" "+processName()
	return a, err
}

// readToken reads the file of --token-file; empty: there is none.
func readToken(c *cli.Context) (string, error) {
	path := c.String("token-file")
	if path == "" {
		return "", nil
	}
	text, err := files.Read(path, files.MaxDefinition)
	if err != nil {
		return "", &inputError{fmt.Errorf("--token-file: %w", err)}
	}
	token := strings.TrimSpace(string(text))
	if len(token) < minToken {
		return "", usage("--token-file: the token has %d characters; make one of at least %d, as by openssl rand -hex 32", len(token), minToken)
	}
	return token, nil
}

// minToken is the least length of a token.
const minToken = 16

// processName names this process among those of all machines.
func processName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s/%d", host, os.Getpid())
}

// connect connects to the hub of the command line.
func connect(ctx context.Context, c *cli.Context, log func(string)) (*hub.Hub, error) {
	access, err := readAccess(c, log)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	return budget.Within(limited, func() (*hub.Hub, error) { return hub.Connect(limited, access, hub.Settings{}) })
}

// enterHub connects to the hub until a signal ends ctx. Call leave at the end.
func enterHub(c *cli.Context) (ctx context.Context, h *hub.Hub, leave func(), err error) {
	ctx, stop := untilSignal(c.Context, connectedEndings...)
	if h, err = connect(ctx, c, logger(c.App.ErrWriter)); err != nil {
		stop()
		return nil, nil, nil, err
	}
	return ctx, h, func() { h.Close(); stop() }, nil
}

const connectTime = 30 * time.Second

func hubCommand() *cli.Command {
	return &cli.Command{
		Name:  "hub",
		Usage: "run the hub where tasks wait for workers of this and other machines",
		Description: "The hub prints the command by which workers reach it. It runs until it is interrupted; its state is in a folder, and the next\n" +
			"hub with the same folder goes on with it. Beyond this machine it only listens with TLS, and with a token or keys.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:4222", Usage: "address `HOST:PORT`; port 0: any that is free"},
			&cli.StringFlag{Name: "store", Value: "fizzer-hub", Usage: "`DIR` of the hub's state"},
			&cli.StringFlag{Name: "store-size", Value: "10GB",
				Usage: "maximum `SIZE` of the state: two fifths each for sources and suites that wait, the rest for shared runs"},
			&cli.StringFlag{Name: "keep", Value: "336h", Usage: "time `D` after which results that nobody fetched are removed"},
			&cli.StringFlag{Name: "token-file", Usage: "`FILE` with the token that clients have to give"},
			&cli.StringFlag{Name: "nkeys", Usage: "`FILE` with the public NKeys of clients, one a line"},
			&cli.StringFlag{Name: "tls-certificate", Usage: "`FILE` with the hub's certificate, PEM"},
			&cli.StringFlag{Name: "tls-key", Usage: "`FILE` with the certificate's private key, PEM"},
			&cli.StringFlag{Name: "tls-ca", Usage: "`FILE` with the authority of the certificate, for the printed command"},
		},
		Action: runHub,
	}
}

// readServer reads the options of the hub.
func readServer(c *cli.Context) (o server.Options, s hub.Settings, err error) {
	if err := noFiles(c); err != nil {
		return o, s, err
	}
	size, err := quantity.Size(c.String("store-size"))
	if err != nil || size < 1<<20 {
		return o, s, usage("--store-size: %q is no size of 1MB or more", c.String("store-size"))
	}
	if s.Age, err = time.ParseDuration(c.String("keep")); err != nil || s.Age < time.Hour {
		return o, s, usage("--keep: %q is no time of 1h or more", c.String("keep"))
	}
	s.MaxBytes = int64(min(size, 1<<60))
	o = server.Options{Listen: c.String("listen"), Store: c.String("store"), Certificate: c.String("tls-certificate"),
		PrivateKey: c.String("tls-key"), Log: logger(c.App.ErrWriter)}
	if o.Token, err = readToken(c); err != nil {
		return o, s, err
	}
	if path := c.String("nkeys"); path != "" {
		text, err := files.Read(path, files.MaxDefinition)
		if err != nil {
			return o, s, &inputError{fmt.Errorf("--nkeys: %w", err)}
		}
		o.Keys = strings.Fields(string(text))
	}
	return o, s, nil
}

func runHub(c *cli.Context) error {
	o, settings, err := readServer(c)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal(c.Context, connectedEndings...)
	defer stop()
	s, err := server.Start(o)
	if err != nil {
		return err
	}
	defer s.Stop()
	h, err := hub.Connect(ctx, hub.Access{URL: server.OwnURL, Token: o.Token, Tool: Version, Name: "fizzer hub", Options: s.Own()}, settings)
	if err != nil {
		return err
	}
	h.Close()
	fmt.Fprintf(c.App.Writer, "%s\n", workerLine(c, s.URL()))
	<-ctx.Done()
	return nil
}

// workerLine is the command by which workers reach a hub.
func workerLine(c *cli.Context, url string) string {
	line := "fizzer worker --hub " + url
	for _, name := range []string{"token-file", "tls-ca"} {
		if path := c.String(name); path != "" {
			if absolute, err := filepath.Abs(path); err == nil {
				path = absolute
			}
			line += " --" + name + " " + path
		}
	}
	if c.String("nkeys") != "" {
		line += " --nkey FILE"
	}
	return line
}
