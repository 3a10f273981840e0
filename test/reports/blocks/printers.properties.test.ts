import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Report } from '../../../src/model/report/report-document.ts';
import type { AccountBlocks } from '../../../src/reports/blocks/accounts/account-blocks.ts';
import type { Block } from '../../../src/reports/blocks/block.ts';
import { findReportGroups } from '../../../src/reports/blocks/groups/change-groups.ts';
import { selectShownGroups } from '../../../src/reports/blocks/groups/describe-group.ts';
import { listAccountBlocks } from '../../../src/reports/blocks/list-account-blocks.ts';
import type { SectionKind } from '../../../src/reports/blocks/section.ts';
import { formatReportText } from '../../../src/reports/text/format-report-text.ts';
import { plainPaint } from '../../../src/reports/text/paint.ts';
import { readPage } from '../html/read-page.ts';
import { anyReport } from '../samples/any-document.ts';
import { join, made } from '../samples/read-text.ts';

// No printer loses a block: each sentence is in the text, and on the page.

const pageOnly: ReadonlySet<SectionKind> = new Set(['planned', 'completed', 'checked']);

async function listBlocks(
  report: Report,
  isMeant: (account: AccountBlocks, kind: SectionKind) => boolean,
): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for await (const account of listAccountBlocks(report, 'as-reported')) {
    for (const { kind, blocks: own } of account.sections) {
      if (isMeant(account, kind)) blocks.push(...own);
    }
  }
  return blocks;
}

/** The sentence of a block that no format may leave out; long values are shown by their difference. */
function listSentences(block: Block): readonly string[] {
  switch (block.is) {
    case 'change':
      return [block.text, ...block.reasons];
    case 'field':
      return block.path === null ? [block.text] : [];
    case 'note':
      return [block.text];
    case 'list':
      return [block.text, ...block.items.slice(0, 8)];
    case 'diagnostic':
      return [block.summary, ...block.facts, block.remedy];
    case 'step':
      return [block.text];
  }
}

const toOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

it('each sentence of an account that has details, or of a group, is in the text', async () => {
  await fc.assert(
    fc.asyncProperty(anyReport, async (report) => {
      const text = toOneLine(await join(formatReportText(report, plainPaint)));
      const changes = await findReportGroups(report);
      const blocks =
        changes === null
          ? await listBlocks(report, ({ isQuiet }, kind) => !isQuiet && !pageOnly.has(kind))
          : selectShownGroups(changes.groups).flatMap((group) => group.blocks);
      for (const sentence of blocks.flatMap(listSentences)) {
        expect(text).toContain(toOneLine(sentence).trim());
      }
    }),
    { numRuns: 50 },
  );
});

it('each sentence is on the page', async () => {
  await fc.assert(
    fc.asyncProperty(anyReport, async (report) => {
      const { data } = await readPage(report, made);
      const shown = JSON.stringify(data.accounts);
      for (const sentence of (await listBlocks(report, () => true)).flatMap(listSentences)) {
        expect(shown).toContain(JSON.stringify(sentence).slice(1, -1));
      }
    }),
    { numRuns: 50 },
  );
});
