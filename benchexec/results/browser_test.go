//go:build long

package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestLongPlotsInBrowser: all texts are inside the plots, whatever font the browser uses, and the legend is above the lines.
func TestLongPlotsInBrowser(t *testing.T) {
	values := map[string]string{}
	for i := range 40 {
		values[fmt.Sprintf("../c/loops/%d.yml", i)] = fmt.Sprint(i * 100 / 39)
	}
	first := results(t, "branches with a name that is long enough to be cut off", values)
	second := results(t, strings.Repeat("without-a-space.", 6), values)
	output := t.TempDir()
	if err := run(output, "coverage", first, second, &strings.Builder{}); err != nil {
		t.Fatal(err)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox)...)
	t.Cleanup(stop)
	bounded, cancel := context.WithTimeout(allocator, 2*time.Minute)
	t.Cleanup(cancel)
	ctx, end := chromedp.NewContext(bounded)
	t.Cleanup(end)
	const outside = `[...document.querySelectorAll("svg text")].filter((text) => {
		const inner = text.getBoundingClientRect(), outer = text.ownerSVGElement.getBoundingClientRect();
		return inner.left < outer.left || inner.right > outer.right || inner.top < outer.top || inner.bottom > outer.bottom;
	}).map((text) => text.textContent).join("; ")`
	const low = `(() => {
		const plot = document.querySelectorAll("svg")[1], texts = [...plot.querySelectorAll("text")];
		const hundred = texts.find((text) => text.textContent === "100").getBoundingClientRect();
		return texts.filter((text) => /name|space/.test(text.textContent)).filter((text) => text.getBoundingClientRect().bottom > hundred.top).map((text) => text.textContent).join("; ");
	})()`
	for _, width := range []int64{1200, 800, 390} {
		var cut, over string
		var wide int64
		if err := chromedp.Run(ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate("file://"+filepath.Join(output, "index.html")),
			chromedp.Evaluate(outside, &cut), chromedp.Evaluate(low, &over),
			chromedp.Evaluate("document.documentElement.scrollWidth", &wide)); err != nil {
			t.Fatalf("%v; apt-get install chromium", err)
		}
		if cut != "" || over != "" || wide > width {
			t.Errorf("%d pixels: cut off are %q, in the lines are %q, the page is %d wide", width, cut, over, wide)
		}
	}
}
