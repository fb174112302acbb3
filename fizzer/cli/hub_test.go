package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/hubtest"
	"fizzer/fizzer/hub/message"
	"fizzer/fizzer/hub/queue"
)

// A pair of keys that no hub but those of this test knows.
const (
	publicKey = "UB6ZJHV4FOKKFM6DSFZH3QKGGBIRPXGQPD26XYDLSYQVZDMVSY5QA3LK"
	keySeed   = "SUAPIN4JWDKPZRY4KWIJLOZPTOLHUABJLOXLRIML2UYBSSXIPFQRVNHY44"
)

// emptyHub is what the status says of a hub without tasks.
const emptyHub = "waiting: 0\nat-work: 0\nresults: 0\nsources-bytes: 0\nsuites-bytes: 0\n"

// The hub prints the command that reaches it from any folder: with the token, or with a key. The next hub with the same store goes on.
func TestHub(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	write(t, folder, map[string]string{"token": "a token for this test\n", "keys": publicKey + "\n", "seed": keySeed + "\n"})
	for _, test := range []struct{ option, printed, access string }{
		{"--token-file token", " --token-file " + filepath.Join(folder, "token"), "--token-file token"},
		{"--nkeys keys", " --nkey FILE", "--nkey seed"},
	} {
		h := begin(t, "fizzer hub --listen 127.0.0.1:0 --store store --store-size 100MB "+test.option)
		h.until(t, "its line", func() bool { return strings.Contains(h.out.String(), "\n") })
		url, rest, _ := strings.Cut(strings.TrimPrefix(h.out.String(), "fizzer worker --hub "), " ")
		if !strings.HasPrefix(url, "nats://127.0.0.1:") || " "+rest != test.printed+"\n" {
			t.Errorf("%s: printed %q", test.option, h.out.String())
		}
		check(t, folder, map[string]ended{
			"fizzer status --hub " + url + " " + test.access: {exitDone, emptyHub},
			"fizzer status --hub " + url:                     {exitInternal, "give the hub's token by --token-file, or a key that it knows by --nkey"},
		})
		if test.option == "--nkeys keys" { // the second hub has what the first one was told
			check(t, folder, map[string]ended{"fizzer status --nkey seed --hub " + url: {exitDone, "submission: submission1, 3 tasks, by test\n"}})
		} else {
			openIn(t, hub.Access{URL: url, Token: "a token for this test", Tool: Version}, "submission1", 3)
		}
		if code := h.end(); code != exitDone {
			t.Errorf("%s: ended with %d, %s", test.option, code, h.messages.String())
		}
	}
}

// openIn notes a submission in a hub.
func openIn(t *testing.T, access hub.Access, id string, tasks int) {
	t.Helper()
	h, err := hub.Connect(t.Context(), access, hub.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := queue.New(h).Open(t.Context(), &message.Submission{ID: id, Name: "test", Tasks: tasks}); err != nil {
		t.Fatal(err)
	}
}

// What the hub refuses, with the exit code of the table and the remedy.
func TestHubOptions(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"short": "12345\n", "token": "a token for this test\n", "keys": publicKey, "odd": "U123", "file": ""})
	check(t, folder, map[string]ended{
		"fizzer hub now":                                     {exitUsage, `hub takes nothing more, but got "now"`},
		"fizzer hub --store-size 9kB":                        {exitUsage, `--store-size: "9kB" is no size of 1MB or more`},
		"fizzer hub --store-size much":                       {exitUsage, "--store-size"},
		"fizzer hub --keep 59m":                              {exitUsage, `--keep: "59m" is no time of 1h or more`},
		"fizzer hub --keep long":                             {exitUsage, "--keep"},
		"fizzer hub --token-file $/none":                     {exitNoFile, "--token-file: "},
		"fizzer hub --token-file $/short":                    {exitUsage, "the token has 5 characters; make one of at least 16"},
		"fizzer hub --nkeys $/none":                          {exitNoFile, "--nkeys: "},
		"fizzer hub --nkeys $/odd":                           {exitUsage, `"U123" is no public NKey of a user`},
		"fizzer hub --nkeys $/keys --token-file $/token":     {exitUsage, "a token and keys cannot be used together"},
		"fizzer hub --listen here":                           {exitUsage, "give HOST:PORT"},
		"fizzer hub --listen 127.0.0.1:99999":                {exitUsage, `"99999" is no port`},
		"fizzer hub --listen 0.0.0.0:0":                      {exitUsage, "the hub needs TLS (--tls-certificate and --tls-key) and a token"},
		"fizzer hub --tls-certificate $/none":                {exitNoFile, "--tls-certificate and --tls-key: "},
		"fizzer hub --tls-certificate $/odd --tls-key $/odd": {exitUsage, "give both, in PEM"},
		"fizzer hub --listen 127.0.0.1:0 --store $/file":     {exitOutput, "--store: "},
	})
}

// What commands say that reach no hub, or one of another version.
func TestAccess(t *testing.T) {
	url := hubtest.Start(t)
	other := hub.Access{URL: url, Tool: "0.0.7"}
	openIn(t, other, "submission1", 1)
	task := newTask("submission1", 0)
	h, err := hub.Connect(t.Context(), other, hub.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := queue.New(h).Submit(t.Context(), task, []byte("sources")); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write(t, folder, map[string]string{"short": "12345\n", "odd": "x"})
	check(t, folder, map[string]ended{
		"fizzer status":                                             {exitUsage, "--hub: name the hub"},
		"fizzer worker":                                             {exitUsage, "--hub: name the hub"},
		"fizzer submit a.c":                                         {exitUsage, "--hub: name the hub"},
		"fizzer join " + hub.NewID():                                {exitUsage, "--hub: name the hub"},
		"fizzer status now --hub " + url:                            {exitUsage, "status takes nothing more"},
		"fizzer status --hub nats://127.0.0.1:1":                    {exitInternal, "no connection to the hub nats://127.0.0.1:1"},
		"fizzer status --token-file $/short --hub " + url:           {exitUsage, "the token has 5 characters"},
		"fizzer status --token-file $/none --hub " + url:            {exitNoFile, "--token-file: "},
		"fizzer status --nkey $/none --hub " + url:                  {exitNoFile, "--nkey"},
		"fizzer status --tls-ca $/none --hub " + url:                {exitNoFile, "--tls-ca"},
		"fizzer status --hub tls" + strings.TrimPrefix(url, "nats"): {exitInternal, "use a URL that begins with tls:// where the hub has a certificate"},
		"fizzer status --hub " + url:                                {exitInternal, "install the same version on all machines"},
	})
}

// A name of this process for people has the machine's.
func TestProcessName(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	if name := processName(); !strings.HasPrefix(name, host+"/") {
		t.Error(name)
	}
	if milliseconds(time.Nanosecond) != 1 || milliseconds(0) != 0 || milliseconds(time.Second) != 1000 {
		t.Error("a limit of a nanosecond became none")
	}
}
