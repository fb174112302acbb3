package server

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"fizzer/fizzer/hub"
)

// certificate writes a certificate for 127.0.0.1 that signs itself, and its key.
func certificate(t *testing.T) (certificate, key string) {
	t.Helper()
	private, err1 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	template := x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "hub"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	signed, err2 := x509.CreateCertificate(rand.Reader, &template, &template, &private.PublicKey, private)
	encoded, err3 := x509.MarshalPKCS8PrivateKey(private)
	certificate, key = filepath.Join(t.TempDir(), "certificate.pem"), filepath.Join(t.TempDir(), "key.pem")
	err4 := os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600)
	err5 := os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: encoded}), 0o600)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	return certificate, key
}

// newKey returns the public NKey of a new user and a file with its seed.
func newKey(t *testing.T) (public, file string) {
	t.Helper()
	pair, err1 := nkeys.CreateUser()
	public, err2 := pair.PublicKey()
	seed, err3 := pair.Seed()
	file = filepath.Join(t.TempDir(), "seed")
	if err := errors.Join(err1, err2, err3, os.WriteFile(file, seed, 0o600)); err != nil {
		t.Fatal(err)
	}
	return public, file
}

func start(t *testing.T, o Options) string {
	t.Helper()
	o.Store = t.TempDir()
	s, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s.URL()
}

// reach tells whether a client gets through.
func reach(t *testing.T, access hub.Access) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	access.Tool = "1"
	h, err := hub.Connect(ctx, access, hub.Settings{})
	if err == nil {
		h.Close()
	}
	return err
}

// TestBeyondThisMachine: without TLS and a token or keys, the server does not listen to other machines.
func TestBeyondThisMachine(t *testing.T) {
	pem, key := certificate(t)
	public, _ := newKey(t)
	const token = "a token for this test"
	for _, test := range []struct {
		name  string
		o     Options
		lacks string // in the error; empty: it starts
	}{
		{"nothing", Options{Listen: "0.0.0.0:0"}, "needs TLS (--tls-certificate and --tls-key) and a token"},
		{"all addresses", Options{Listen: ":0", Token: token}, "needs TLS"},
		{"IPv6", Options{Listen: "[::]:0", Token: token}, "needs TLS"},
		{"a name", Options{Listen: "hub.example:4222", Token: token}, "needs TLS"},
		{"only TLS", Options{Listen: "0.0.0.0:0", Certificate: pem, PrivateKey: key}, "needs a token"},
		{"no key of the certificate", Options{Listen: "0.0.0.0:0", Certificate: pem, Token: token}, "--tls-key"},
		{"token and keys", Options{Listen: "127.0.0.1:0", Token: token, Keys: []string{public}}, "together"},
		{"bad key", Options{Listen: "127.0.0.1:0", Keys: []string{"SUsecret"}}, "no public NKey"},
		{"no port", Options{Listen: "127.0.0.1"}, "HOST:PORT"},
		{"bad port", Options{Listen: "127.0.0.1:70000"}, "no port"},
		{"TLS and token", Options{Listen: "0.0.0.0:0", Certificate: pem, PrivateKey: key, Token: token}, ""},
		{"TLS and keys", Options{Listen: "0.0.0.0:0", Certificate: pem, PrivateKey: key, Keys: []string{public}}, ""},
		{"this machine", Options{Listen: "127.0.0.1:0"}, ""},
		{"this machine by name", Options{Listen: "localhost:0"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.o.Store = t.TempDir()
			s, err := Start(test.o)
			if err == nil {
				defer s.Stop()
				if err := reach(t, hub.Access{URL: OwnURL, Token: test.o.Token, Options: s.Own()}); err != nil {
					t.Errorf("its own process does not reach it: %v", err)
				}
			}
			if test.lacks == "" && err != nil || test.lacks != "" && (err == nil || !strings.Contains(err.Error(), test.lacks)) {
				t.Errorf("error %v, want %q", err, test.lacks)
			}
		})
	}
}

func TestToken(t *testing.T) {
	pem, key := certificate(t)
	url := start(t, Options{Listen: "127.0.0.1:0", Token: "a token for this test", Certificate: pem, PrivateKey: key})
	if !strings.HasPrefix(url, "tls://") {
		t.Errorf("URL %s", url)
	}
	for _, test := range []struct {
		name   string
		access hub.Access
		want   string // in the error; empty: it gets through
	}{
		{"right", hub.Access{URL: url, CA: pem, Token: "a token for this test"}, ""},
		{"wrong", hub.Access{URL: url, CA: pem, Token: "another"}, "--token-file"},
		{"none", hub.Access{URL: url, CA: pem}, "--token-file"},
		{"unknown authority", hub.Access{URL: url, Token: "a token for this test"}, "--tls-ca"},
		{"nobody there", hub.Access{URL: "nats://127.0.0.1:1"}, "fizzer hub"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := reach(t, test.access)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestKeys(t *testing.T) {
	public, file := newKey(t)
	_, stranger := newKey(t)
	url := start(t, Options{Listen: "127.0.0.1:0", Keys: []string{public}})
	if err := reach(t, hub.Access{URL: url, NKey: file}); err != nil {
		t.Error(err)
	}
	if err := reach(t, hub.Access{URL: url, NKey: stranger}); err == nil {
		t.Error("a stranger got through")
	}
	if err := reach(t, hub.Access{URL: url}); err == nil {
		t.Error("somebody without a key got through")
	}
}

// TestTwoServers: the second one at the same address or in the same folder says so.
func TestTwoServers(t *testing.T) {
	s, err := Start(Options{Listen: "127.0.0.1:0", Store: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	if _, err := Start(Options{Listen: strings.TrimPrefix(s.URL(), "nats://"), Store: t.TempDir()}); err == nil ||
		!strings.Contains(err.Error(), "--listen") {
		t.Errorf("error %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(Options{Listen: "127.0.0.1:0", Store: file}); err == nil || !strings.Contains(err.Error(), "--store") {
		t.Errorf("error %v", err)
	}
}

// TestLargeMessage: the server takes no message beyond the bound.
func TestLargeMessage(t *testing.T) {
	conn, err := nats.Connect(start(t, Options{Listen: "127.0.0.1:0"}))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.Publish("x", make([]byte, 2<<20)); !errors.Is(err, nats.ErrMaxPayload) {
		t.Errorf("error %v", err)
	}
}
