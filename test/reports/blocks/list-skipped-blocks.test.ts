import { expect, it } from 'vitest';
import type { OperationOutcome } from '../../../src/model/plan/outcome.ts';
import { listSkippedBlocks } from '../../../src/reports/blocks/accounts/list-skipped-blocks.ts';
import { became, contacts, crm, mailer, operation } from '../samples/samples.ts';

function leftOut(...outcomes: readonly OperationOutcome[]): string[] {
  const blocks = listSkippedBlocks({ account: 'northwind', outcomes, diagnostics: [] });
  return blocks.map(({ mark, about, text }) => `${mark} ${about} ${text}`);
}

const install = operation(crm, 'installs it');
const template = operation(contacts, 'installs the template', { after: [install.id] });
const map = operation(contacts, 'sets a mapping', { after: [template.id] });

it('finds the failure that holds an operation up, however far back', () => {
  expect(
    leftOut(became(install, 'failed'), became(template, 'skipped'), became(map, 'skipped')),
  ).toEqual(['· cycles/contacts-to-mailer 2 writes skipped: connectors/crm failed']);
});

it('distinguishes a failure of the same object from one of another', () => {
  expect(leftOut(became(template, 'unknown'), became(map, 'skipped'))).toEqual([
    '· cycles/contacts-to-mailer 1 write skipped: another write of it failed',
  ]);
});

it('names what broke a pause window, and not another window', () => {
  const pause = operation(contacts, 'pauses it', { window: contacts });
  const edit = operation(contacts, 'edits it', { window: contacts });
  const other = operation(mailer, 'edits it', { window: mailer });
  expect(
    leftOut(became(pause, 'skipped'), became(edit, 'failed'), became(other, 'skipped')),
  ).toEqual([
    '· cycles/contacts-to-mailer 1 write skipped: another write of it failed',
    '· connectors/mailer 1 write skipped: apply was stopped before it',
  ]);
});

it('names what failed of the same object, where it comes after nothing that failed', () => {
  const edit = operation(contacts, 'edits it');
  const last = operation(contacts, 'deletes it');
  expect(leftOut(became(edit, 'failed'), became(last, 'skipped'))).toEqual([
    '· cycles/contacts-to-mailer 1 write skipped: another write of it failed',
  ]);
});

it('ends although operations wait for each other', () => {
  const first = operation(crm, 'first');
  const second = operation(crm, 'second', { after: [first.id] });
  const loop = { ...first, after: [second.id] };
  expect(leftOut(became(loop, 'skipped'), became(second, 'skipped'))).toEqual([
    '· connectors/crm 2 writes skipped: apply was stopped before it',
  ]);
});
