import { formatName } from '../../kit/text/format-name.ts';
import { toVisibleJson } from '../../kit/text/visible-text.ts';
import { impacts } from '../../model/plan/change.ts';
import type { Report, ReportMetadata } from '../../model/report/report-document.ts';
import { type ChangeGroups, findReportGroups } from '../blocks/groups/change-groups.ts';
import { listAccountBlocks } from '../blocks/list-account-blocks.ts';
import { makeVerdict } from '../blocks/verdict/make-verdict.ts';
import { accountStates, accountStyles, isAttentionRequired } from '../classify/account-rank.ts';
import { objectStates } from '../classify/object-states.ts';
import { formatHead, formatPageTitle } from './charts/format-head.ts';
import { countCharacters, countPage, type PageCounts } from './count-page.ts';
import { formatPageGroups } from './format-page-groups.ts';
import { type Html, toHtml, toTrustedHtml } from './html.ts';
import { pageScript, pageScriptHash, pageStyle, pageStyleHash } from './page.generated.ts';
import type { PageAccount, PageData } from './page-data.ts';
import { listPageParts, toPageAccount } from './to-page-account.ts';

/** Characters of details that a browser takes without a pause. */
const maxDetails = 24_000_000;

/** Content security policy of a report: nothing from elsewhere, and only its own script and style. */
export const policy = [
  "default-src 'none'",
  `script-src '${pageScriptHash}'`,
  `style-src '${pageStyleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * A report as one page that sends no request. The summary is readable without a script, which shows the accounts. Accounts are walked twice, one at a time; details beyond `most`
 * characters are omitted.
 */
export async function* formatReportHtml(
  report: Report,
  made: ReportMetadata,
  most = maxDetails,
): AsyncGenerator<string, void, undefined> {
  const tally = await countPage(report, made.at);
  const verdict = await makeVerdict(report);
  const changes = await findReportGroups(report);
  yield `<!doctype html>\n${
    toHtml`<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="cyclectl"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><title>${formatPageTitle(report, verdict)} · cyclectl</title>
<style>${toTrustedHtml(pageStyle)}</style></head><body>
${formatHead({ report, made, verdict }, tally)}${formatPageGroups(changes?.groups ?? [])}${formatSkeleton(tally)}
`.markup
  }`;
  const frame = makeFrame(made, tally);
  yield `<script type="application/json" id="data">${formatSafeData(frame).slice(0, -1)},"accounts":[`;
  let separator = '\n';
  for await (const account of listPageAccounts(report, { tally, most, changes })) {
    yield `${separator}${formatSafeData(account)}`;
    separator = ',\n';
  }
  yield '\n]}</script>\n';
  yield `<script>${pageScript}</script>\n</body></html>\n`;
}

function makeFrame(made: ReportMetadata, tally: PageCounts): Omit<PageData, 'accounts'> {
  return {
    made: made.at,
    columns: tally.columns,
    keys: tally.keys,
    labels: tally.labels.map((name) => formatName(name)),
    labelColumns: tally.labelColumns,
    accountStates: listAccountStates(),
    objectStates: listObjectStates(),
    impacts,
  };
}

// Accounts that need manual action get their details first, because room is limited.
async function* listPageAccounts(
  report: Report,
  {
    tally,
    most,
    changes,
  }: {
    readonly tally: PageCounts;
    readonly most: number;
    readonly changes: ChangeGroups | null;
  },
): AsyncGenerator<PageAccount, void, undefined> {
  const keys = new Map(tally.keys.map((key, index) => [key, index]));
  const labels = new Map(tally.labels.map((name, index) => [name, index]));
  const rooms = new Map<number, number>();
  let before = 0;
  for (const [rank, size] of [...tally.details].toSorted(([left], [right]) => left - right)) {
    rooms.set(rank, most - before);
    before += size;
  }
  for await (const account of listAccountBlocks(report, 'as-reported')) {
    const { rank } = account;
    const parts = listPageParts(account, keys);
    const room = (rooms.get(rank) ?? 0) - countCharacters(account);
    rooms.set(rank, room);
    const details = room >= 0 ? { parts } : ({ folded: true } as const);
    const groups = changes?.listNumbers(account) ?? [];
    yield {
      ...toPageAccount(account, { keys, labels }),
      ...(groups.length === 0 ? {} : { groups }),
      ...(parts.length === 0 ? {} : details),
    };
  }
}

function listAccountStates(): PageData['accountStates'] {
  const entries = accountStates.map((state) => {
    const look = { ...accountStyles[state], needs: isAttentionRequired(state) };
    return [state, look] as const;
  });
  return Object.fromEntries(entries);
}

function listObjectStates(): PageData['objectStates'] {
  const entries = Object.entries(objectStates).map(
    ([name, { letter, ...look }]) => [letter, { name, ...look }] as const,
  );
  return Object.fromEntries(entries);
}

// No text in it can end the element, nor begin another one.
function formatSafeData(value: unknown): string {
  return toVisibleJson(JSON.stringify(value)).replaceAll('<', '\\u003c');
}

/** The frame that the script fills with accounts; without a script it names other formats. */
function formatSkeleton({ accounts }: PageCounts): Html {
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
<label><span>Group</span><select id="group"></select></label>
<label><span>Sort</span><select id="sort"></select></label>
<button id="clear" type="button">Clear</button>
</form>
<p class="count"><span id="count" role="status" aria-live="polite"></span> <button id="export" type="button" hidden>Copy --select</button> <span id="folded"></span></p>
<div class="scroll" id="scroll" role="region" aria-label="Accounts and their objects" tabindex="0"><table id="table"><caption class="away">Accounts and the state of each of their objects</caption><thead id="columns"></thead><tbody id="rows"></tbody></table><p class="more"><button id="more" type="button" hidden></button></p></div>
<ul class="key" id="key" aria-label="Legend"></ul>
<p class="hint"><kbd>/</kbd> searches, <kbd>↑</kbd> <kbd>↓</kbd> go through the accounts, <kbd>Enter</kbd> opens one, <kbd>Esc</kbd> closes it.</p>
</div>
</section>
</main>
<dialog id="panel" aria-labelledby="panel-title"><div id="panel-body"></div></dialog>
<section id="print" aria-label="Manual actions" hidden></section>`;
}
