import type { PageCounts } from '../count-page.ts';
import { type Html, toHtml } from '../html.ts';

/** The frame that the script fills with accounts; without a script it names other formats. */
export function formatSkeleton({ accounts }: PageCounts): Html {
  if (accounts === 0) return toHtml`</main>`;
  return toHtml`<section class="list" id="list" aria-labelledby="list-title" tabindex="-1">
<h2 id="list-title">Accounts</h2>
<p class="plain" id="plain">The accounts of this report need JavaScript, which does not run here. The text and the JSON of the same report need none.</p>
<div id="app" hidden>
<form class="tools" role="search" aria-label="Accounts">
<label class="search"><span class="away">Search accounts, objects, fields and values</span><input id="search" type="search" placeholder="Search accounts, objects, values" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></label>
<label><span>State</span><select id="state"></select></label>
<label><span>Kind</span><select id="kind"></select></label>
<label><span>Impact</span><select id="impact"></select></label>
<label><span>Sort</span><select id="sort"></select></label>
<button id="clear" type="button">Clear</button>
</form>
<p class="count"><span id="count" role="status" aria-live="polite"></span> <span id="folded"></span></p>
<div class="scroll" id="scroll" role="region" aria-label="Accounts and their objects" tabindex="0"><table id="table"><caption class="away">Accounts and the state of each of their objects</caption><thead id="columns"></thead><tbody id="rows"></tbody></table><p class="more"><button id="more" type="button" hidden></button></p></div>
<ul class="key" id="key" aria-label="Legend"></ul>
<p class="hint"><kbd>/</kbd> searches, <kbd>↑</kbd> <kbd>↓</kbd> go through the accounts, <kbd>Enter</kbd> opens one, <kbd>Esc</kbd> closes it.</p>
</div>
</section>
</main>
<dialog id="panel" aria-labelledby="panel-title"><div id="panel-body"></div></dialog>
<section id="print" aria-label="Manual actions" hidden></section>`;
}
