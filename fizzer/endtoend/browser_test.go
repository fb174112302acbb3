//go:build long

package endtoend

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser starts a headless Chromium. It returns its context and collects complaints: errors of scripts, and requests for anything
// but the page.
func browser(t *testing.T) (ctx context.Context, complaints *[]string) {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatalf("%v; apt-get install chromium", err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(1280, 900))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	bounded, cancel := context.WithTimeout(allocator, maxWait)
	t.Cleanup(cancel)
	ctx, end := chromedp.NewContext(bounded)
	t.Cleanup(end)
	complaints = new([]string)
	chromedp.ListenTarget(ctx, func(event any) {
		switch event := event.(type) {
		case *cdpruntime.EventExceptionThrown:
			*complaints = append(*complaints, event.ExceptionDetails.Error())
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(event.Request.URL, "file:") || !strings.HasSuffix(event.Request.URL, "report.html") {
				*complaints = append(*complaints, "request of "+event.Request.URL)
			}
		}
	})
	return ctx, complaints
}

// The page in a real browser: by mouse and keyboard, light and dark, wide and narrow, without network.
func TestLongReportInBrowser(t *testing.T) {
	p := ready(t)
	output := t.TempDir()
	run(t, p, "--max-executions", "60000", "--output", output, filepath.Join(p.root, "examples", "productline-elevator.yml"))
	run(t, p, "report", output)
	ctx, complaints := browser(t)
	do := func(what string, actions ...chromedp.Action) {
		t.Helper()
		if err := chromedp.Run(ctx, actions...); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	is := func(expression string) {
		t.Helper()
		var holds bool
		do(expression, chromedp.Evaluate(expression, &holds))
		if !holds {
			t.Errorf("not so: %s", expression)
		}
	}
	do("open", network.Enable(), chromedp.Navigate("file://"+filepath.Join(output, "report.html")))

	is(`document.querySelectorAll("#missed tbody tr").length > 2`)
	is(`document.querySelectorAll("tr.test").length > 3`)
	is(`[...document.querySelectorAll("svg .line")].every((line) => line.getTotalLength() > 300)`)
	is(`document.querySelectorAll(".code .missed").length > 0 && document.querySelectorAll(".code .covered").length > 10`)
	// never executed
	is(`[...document.querySelectorAll(".code li.covered, .code li.partly")].every((line) => !line.textContent.includes("__assert_fail(\"0\""))`)

	do("next missed line", chromedp.KeyEvent("n"))
	is(`document.querySelectorAll(".code li.current details[open]").length === 1`)
	var first, second string
	do("its id", chromedp.Evaluate(`document.querySelector(".code li.current").id`, &first))
	do("next", chromedp.KeyEvent("n"), chromedp.Evaluate(`document.querySelector(".code li.current").id`, &second))
	if first == second {
		t.Errorf("key n stays at %s", first)
	}
	do("back", chromedp.KeyEvent("p"))
	is(`document.querySelector(".code li.current").id === "` + first + `"`)
	is(`document.activeElement.tagName === "SUMMARY"`)
	do("fold by keyboard", chromedp.KeyEvent(kb.Enter))
	is(`!document.querySelector(".code li.current details").open`)

	do("go to a line", chromedp.Click("#missed tbody a", chromedp.ByQuery))
	is(`document.querySelector(":target").classList.contains("missed") || document.querySelector(":target").querySelector("details") !== null`)

	is(`document.querySelector("#by").textContent.startsWith("Line ")`)
	do("which tests execute a line", chromedp.Evaluate(`document.querySelector(".code li[data-by] code").click()`, nil))
	is(`document.querySelectorAll("#by a").length > 0 && [...document.querySelectorAll("#by a")].every((link) => document.querySelector(link.hash).classList.contains("test"))`)
	is(`document.querySelectorAll("#missed .goals tbody tr").length > 0`)

	do("to the filter", chromedp.KeyEvent("/"))
	is(`document.activeElement.id === "filter"`)
	do("filter", chromedp.Evaluate(`document.getElementById("filter").value = ""`, nil),
		chromedp.SendKeys("#filter", "int 10", chromedp.ByQuery))
	is(`[...document.querySelectorAll("tr.test")].some((test) => test.hidden) && [...document.querySelectorAll("tr.test")].some((test) => !test.hidden)`)
	do("fold all", chromedp.Click("#fold"))
	is(`document.querySelectorAll(".tree details[open]").length === 0`)
	do("unfold one", chromedp.Click(".tree summary", chromedp.ByQuery))
	is(`document.querySelectorAll(".tree details[open]").length === 1`)
	do("unfold all", chromedp.Click("#unfold"))
	is(`document.querySelectorAll(".tree details:not([open])").length === 0`)
	is(`document.querySelectorAll(".tree .target").length > 0`)

	is(`getComputedStyle(document.body).backgroundColor === "rgb(251, 251, 249)"`)
	saved := filepath.Join(p.root, "build", "screenshots")
	screenshot(t, ctx, filepath.Join(saved, "report-light.png"), color.RGBA{251, 251, 249, 255})
	do("dark by key", chromedp.Evaluate("document.activeElement.blur()", nil), chromedp.KeyEvent("t"))
	screenshot(t, ctx, filepath.Join(saved, "report-dark.png"), color.RGBA{0x15, 0x18, 0x1b, 255})
	do("light by button", chromedp.Click("#theme"))
	is(`getComputedStyle(document.body).backgroundColor === "rgb(251, 251, 249)"`)
	do("dark by the system", chromedp.Evaluate("delete document.documentElement.dataset.theme", nil),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
	is(`getComputedStyle(document.body).backgroundColor === "rgb(21, 24, 27)"`)

	do("light again", chromedp.Evaluate(`document.documentElement.dataset.theme = "light"`, nil))
	for _, width := range []int{1200, 800, 390} {
		do("width", chromedp.EmulateViewport(int64(width), 900))
		is(fmt.Sprintf(`document.documentElement.scrollWidth <= %d`, width))
		is(fmt.Sprintf(`[...document.querySelectorAll("#missed td, #tests tr:not([hidden]) td")].every((cell) => cell.getBoundingClientRect().right <= %d)`, width))
		stacked := `document.querySelector("#tests tr.test:not([hidden]) td").getBoundingClientRect().bottom <= document.querySelector("#tests tr.test:not([hidden]) td + td").getBoundingClientRect().top + 1`
		is(fmt.Sprintf(`(%s) === %t`, stacked, width == 390))
		is(`[...document.querySelectorAll("#missed tr")].every((row) => row.clientHeight < 400)`)
		screenshot(t, ctx, filepath.Join(saved, fmt.Sprintf("report-%d.png", width)), color.RGBA{251, 251, 249, 255})
	}
	for _, complaint := range *complaints {
		t.Error(complaint)
	}
}

// screenshot saves the whole page as a picture and checks its corner.
func screenshot(t *testing.T, ctx context.Context, path string, corner color.RGBA) {
	t.Helper()
	var content []byte
	if err := chromedp.Run(ctx, chromedp.FullScreenshot(&content, 100)); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if got := color.RGBAModel.Convert(picture.At(2, 2)); got != corner {
		t.Errorf("%s: the corner is %v, want %v", filepath.Base(path), got, corner)
	}
}
