import { expect, it } from 'vitest';
import { checkSelection } from '../../../src/engine/validate/check-selection.ts';
import type { AccountEntry } from '../../../src/model/manifest/manifest.ts';
import { parseSelection } from '../../../src/model/manifest/parse-selection.ts';
import { at } from '../../support/values/make-desired.ts';

function entry(key: string, tier: string, id: AccountEntry['id'] = key): AccountEntry {
  const file = 'accounts/all.yaml';
  const names = { cycles: [`${key}-sync`], connectors: ['crm', 'Sample CRM'] };
  return { key, labels: { tier }, file, documentIndex: 0, at: at(1), id, document: null, names };
}

const accounts = [
  entry('northwind', 'gold'),
  entry('contoso', 'silver'),
  entry('fabrikam', 'gold', new Map([['test', 'f-1']])),
];

/** What is said of a selection in prod. */
function check(...texts: readonly string[]) {
  const parsed = parseSelection(texts);
  if ('diagnostics' in parsed) throw new Error(JSON.stringify(parsed.diagnostics));
  return checkSelection(parsed.selection, accounts, 'prod').map(
    ({ summary, remedy }) => `${summary}. ${remedy}`,
  );
}

it.each([
  'account=northwind',
  'account=*th*',
  'label=tier=gold',
  '!account=con*',
  '!account=contoso',
  '!label=tier=none',
  'cycle=northwind-sync',
  'connector=Sample CRM',
  '!cycle=x*',
  'state=gone',
  '!health=errors',
  'orphaned',
])('has nothing to say of %s', (text) => {
  expect(check(text)).toEqual([]);
});

it.each([
  [
    'account=nothwind',
    /account=nothwind matches no account in environment prod. Nearest names: "northwind"/,
  ],
  [
    'account=zz*',
    /zz\* matches no account in environment prod. Existing names: "contoso", "northwind"/,
  ],
  ['label=tier=golt', /Values of the label tier. Nearest names: "gold"/],
  ['label=teir=gold', /label=teir=gold matches .* Existing names: "tier"/],
  ['account=fabrikam', /fabrikam has no id in prod.*spec\.ids\.prod/],
  [
    '!account=contosso',
    /!account=contosso matches no account in environment prod. Nearest names: "contoso"/,
  ],
  ['cycle=nothwind-sync', /Nearest names: "northwind-sync"/],
  ['!connector=Sample CMR', /Nearest names: "Sample CRM"/],
  ['cycle=contoso-sync,account=north*', /leaves no account in environment prod/],
  [
    'account=north*,label=tier=silver',
    /leaves no account in environment prod. Commas join conditions that one account must all meet/,
  ],
])('refuses %s, and names what may be meant', (text, says) => {
  expect(check(text)).toEqual([expect.stringMatching(says)]);
});

it('checks each of several selections, and each part of one', () => {
  expect(check('account=northwind', 'account=x', 'account=y,label=a=b')).toHaveLength(3);
});
