// Package server is the NATS server that is embedded in `fizzer hub`. Beyond the machine itself it listens only with TLS, and only to
// those who know a token or own a key.
package server

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"fizzer/fizzer/hub/message"
)

// Options of a server.
type Options struct {
	Listen      string       // HOST:PORT; port 0: any
	Store       string       // folder
	MaxBytes    int64        // of the store; 0: what the disk has, up to its server's default
	Token       string       // that clients have to give; empty: none
	Keys        []string     // public NKeys of clients; empty: none
	Certificate string       // file; empty: no TLS
	PrivateKey  string       // file, of the certificate
	Rates       Rates        // of what one machine sends; zero: DefaultRates
	Log         func(string) // warnings and errors, one line each; may be nil
}

// Bounds for clients; picked by hand.
const (
	maxConnections   = 8192
	maxPending       = 64 << 20         // bytes that wait for one slow client, before it is cut off
	maxSubscriptions = 1 << 14          // of one client
	maxControlLine   = 4096             // bytes of a command of the protocol
	startTimeout     = 10 * time.Second // to listen, once the store is read
)

// Server is a running server.
type Server struct {
	server *server.Server
	tls    bool
	own    []func(*nats.Options) error
	relax  func() // ends the watch of rates
}

// OptionError means that the options are wrong, each by itself or together.
type OptionError struct{ error }

// Unwrap returns what is wrong.
func (e *OptionError) Unwrap() error { return e.error }

// StoreError means that the folder of the store cannot be used.
type StoreError struct{ error }

// Unwrap returns the cause.
func (e *StoreError) Unwrap() error { return e.error }

// Start starts a server. An *OptionError says what is wrong, or missing for a listener that other machines can reach. The error is a
// *StoreError if the store cannot be used.
func Start(o Options) (*Server, error) {
	options, err := o.server()
	if err != nil {
		return nil, &OptionError{err}
	}
	own, err := addOwn(options)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(o.Store, 0o700); err != nil {
		return nil, &StoreError{fmt.Errorf("--store: %w", err)}
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	said := &logger{log: o.Log}
	s.SetLoggerV2(said, false, false, false)
	s.Start()
	switch {
	case !s.JetStreamEnabled():
		err = &StoreError{fmt.Errorf("the hub cannot use its store %s: %s; give another folder by --store", o.Store, said.fatal)}
	case !s.ReadyForConnections(startTimeout):
		err = fmt.Errorf("the hub does not listen on %s; is another one running there? Give another address by --listen", o.Listen)
	}
	if err != nil {
		s.Shutdown()
		return nil, err
	}
	rates := o.Rates
	if rates == (Rates{}) {
		rates = DefaultRates
	}
	relax := watch(s, rates, func(text string) { said.write("warning of the hub: ", text) })
	return &Server{s, options.TLSConfig != nil, append(own, nats.InProcessServer(s)), relax}, nil
}

// addOwn lets this process in where keys are asked for, by one made for this purpose. It returns how the connection proves that.
func addOwn(options *server.Options) (own []func(*nats.Options) error, err error) {
	if len(options.Nkeys) == 0 {
		return nil, nil
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, err
	}
	options.Nkeys = append(options.Nkeys, &server.NkeyUser{Nkey: public})
	return append(own, nats.Nkey(public, pair.Sign)), nil
}

// OwnURL is the URL for connections from this process.
const OwnURL = "nats://in-process"

// Own are the options of a connection from this process to OwnURL, which needs no network, certificate or key; a token it does need.
func (s *Server) Own() []func(*nats.Options) error { return s.own }

// URL is where clients reach the server. If it listens on all addresses, it is the one of the machine's name.
func (s *Server) URL() string {
	scheme := "nats://"
	if s.tls {
		scheme = "tls://"
	}
	address := s.server.Addr().String()
	host, port, err := net.SplitHostPort(address)
	if err != nil || !net.ParseIP(host).IsUnspecified() {
		return scheme + address
	}
	if name, err := os.Hostname(); err == nil {
		host = name
	}
	return scheme + net.JoinHostPort(host, port)
}

// Stop ends the server with all files written.
func (s *Server) Stop() {
	s.relax()
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

func (o Options) server() (*server.Options, error) {
	host, portText, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("--listen: %w; give HOST:PORT", err)
	}
	port, err := strconv.Atoi(portText)
	if err != nil || port < 0 || port > 1<<16-1 {
		return nil, fmt.Errorf("--listen: %q is no port; give HOST:PORT", portText)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	options := &server.Options{
		ServerName: "fizzer-hub", Host: host, Port: port, NoSigs: true, JetStream: true, StoreDir: o.Store, JetStreamMaxStore: o.MaxBytes,
		JetStreamMaxMemory: 256 << 20, MaxPayload: message.MaxBytes + 4096, MaxConn: maxConnections, MaxPending: maxPending,
		MaxSubs: maxSubscriptions, MaxControlLine: maxControlLine, MaxClosedClients: maxClosed, SyncInterval: 5 * time.Second,
		DisableShortFirstPing: true, Authorization: o.Token,
	}
	if options.JetStreamMaxStore == 0 {
		options.JetStreamMaxStore = -1
	}
	for _, key := range o.Keys {
		if !nkeys.IsValidPublicUserKey(key) {
			return nil, fmt.Errorf("%.60q is no public NKey of a user; it begins with U (nk -gen user -pubout)", key)
		}
		options.Nkeys = append(options.Nkeys, &server.NkeyUser{Nkey: key})
	}
	if o.Token != "" && len(o.Keys) > 0 {
		return nil, errors.New("a token and keys cannot be used together; give one of them")
	}
	if o.Certificate != "" || o.PrivateKey != "" {
		if options.TLSConfig, err = o.tls(); err != nil {
			return nil, err
		}
		options.TLS, options.TLSTimeout = true, 10
	}
	return options, o.allowed(host)
}

func (o Options) tls() (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(o.Certificate, o.PrivateKey)
	if err != nil {
		return nil, fmt.Errorf("--tls-certificate and --tls-key: %w; give both, in PEM", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

// allowed refuses to listen to other machines without the protection that this needs.
func (o Options) allowed(host string) error {
	if address := net.ParseIP(host); host == "localhost" || address != nil && address.IsLoopback() {
		return nil
	}
	var lacks []string
	if o.Certificate == "" {
		lacks = append(lacks, "TLS (--tls-certificate and --tls-key)")
	}
	if o.Token == "" && len(o.Keys) == 0 {
		lacks = append(lacks, "a token (--token-file) or keys (--nkeys)")
	}
	if len(lacks) == 0 {
		return nil
	}
	return fmt.Errorf("to listen on %s, which other machines can reach, the hub needs %s", o.Listen, strings.Join(lacks, " and "))
}

// logger hands over what the server has to complain about.
type logger struct {
	log   func(string) // may be nil
	fatal string       // the last reason why the server cannot start
}

func (l *logger) write(kind, text string) {
	if l.log != nil {
		l.log(kind + message.Line(text))
	}
}

func (l *logger) Warnf(format string, arguments ...any) {
	l.write("warning of the hub: ", fmt.Sprintf(format, arguments...))
}

func (l *logger) Errorf(format string, arguments ...any) {
	l.write("error of the hub: ", fmt.Sprintf(format, arguments...))
}

// Fatalf is called before the server listens, by the goroutine that starts it, or when it cannot listen.
func (l *logger) Fatalf(format string, arguments ...any) {
	l.fatal = message.Line(fmt.Sprintf(format, arguments...))
	l.write("error of the hub: ", l.fatal)
}

func (*logger) Noticef(string, ...any) {}
func (*logger) Debugf(string, ...any)  {}
func (*logger) Tracef(string, ...any)  {}
