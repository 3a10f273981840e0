import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countNamed,
  isSelected,
  parseSelection,
  selectAll,
} from '../../../src/model/manifest/selection.ts';

const northwind = { key: 'northwind', labels: { tier: 'gold', region: 'eu=west' } };
const contoso = { key: 'contoso', labels: { tier: 'silver' } };
const fabrikam = { key: 'fabrikam', labels: {} };

function read(...texts: readonly string[]) {
  const parsed = parseSelection(texts);
  if ('diagnostics' in parsed) throw new Error(JSON.stringify(parsed.diagnostics));
  return parsed.selection;
}

/** The keys that a selection takes. */
function pick(...texts: readonly string[]): string[] {
  const selection = read(...texts);
  return [northwind, contoso, fabrikam]
    .filter((account) => isSelected(selection, account))
    .map((account) => account.key);
}

describe('isSelected', () => {
  it.each([
    { texts: ['account=northwind'], keys: ['northwind'] },
    { texts: ['account=*o*o'], keys: ['contoso'] },
    { texts: ['account=f*m', 'account=n*'], keys: ['northwind', 'fabrikam'] },
    { texts: ['!account=n*'], keys: ['contoso', 'fabrikam'] },
    { texts: ['label=tier=*'], keys: ['northwind', 'contoso'] },
    { texts: ['!label=tier=gold'], keys: ['contoso', 'fabrikam'] },
    { texts: ['label=region=eu=west'], keys: ['northwind'] },
    { texts: ['label=tier=*, !account=north*'], keys: ['contoso'] },
    { texts: ['account=NORTHWIND'], keys: [] },
  ])('reads $texts as $keys', ({ texts, keys }) => {
    expect(pick(...texts)).toEqual(keys);
  });

  it('takes everything where nothing was selected', () => {
    expect(isSelected(selectAll, fabrikam)).toBe(true);
  });

  it('knows no label that the manifest does not write', () => {
    for (const name of ['constructor', 'toString', '__proto__']) {
      expect(pick(`label=${name}=*`)).toEqual([]);
      expect(pick(`!label=${name}=*`)).toHaveLength(3);
    }
  });

  it('lets * stand for any text and every other sign for itself', () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.', '?'), maxLength: 8 });
    fc.assert(
      fc.property(anyText, anyText, (key, pattern) => {
        fc.pre(pattern !== '');
        const parts = pattern.split('*').map((part) => part.replaceAll(/[.?]/g, '\\$&'));
        const wanted = new RegExp(`^${parts.join('.*')}$`).test(key);
        expect(isSelected(read(`account=${pattern}`), { key, labels: {} })).toBe(wanted);
      }),
    );
  });
});

it('refuses each part that it does not understand, and says how to write it', () => {
  const parsed = parseSelection(['account=a,northwind', 'label=tier', 'account=', '']);
  const diagnostics = 'diagnostics' in parsed ? parsed.diagnostics : [];
  expect(diagnostics.map((item) => item.summary)).toEqual([
    'Invalid --select "northwind"',
    'Invalid --select "label=tier"',
    'Invalid --select "account="',
    'Invalid --select ""',
  ]);
});

it.each([
  ['acme', 'account=acme'],
  ['!acme*', '!account=acme*'],
  ['acount=acme', 'account=acme'],
  ['label=tier', 'label=tier=*'],
  ['tier=gold', 'label=tier=gold'],
  ['lable=tier=gold', 'label=tier=gold'],
])('asks of %s whether %s was meant', (text, meant) => {
  const parsed = parseSelection([text]);
  expect(parsed).toMatchObject({
    diagnostics: [{ remedy: expect.stringMatching(/^Did you mean .*\? Write account=NAME/) }],
  });
  expect(JSON.stringify(parsed)).toContain(`Did you mean ${meant}?`);
  expect(parseSelection([meant])).toHaveProperty('selection');
});

it.each(['account=', '=x', 'account=a=b', 'label==x', '!', ''])('guesses nothing of %j', (text) => {
  expect(JSON.stringify(parseSelection([text]))).not.toContain('Did you mean');
});

it('counts accounts only where they are named one by one', () => {
  expect(countNamed(read('account=a', 'account=b'))).toBe(2);
  expect(countNamed(selectAll)).toBeNull();
  for (const text of ['account=a*', '!account=a', 'label=tier=gold', 'account=a,label=x=y']) {
    expect(countNamed(read('account=a', text))).toBeNull();
  }
});
