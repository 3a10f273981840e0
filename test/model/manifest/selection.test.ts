import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkSelectionUse,
  parseSelection,
  type SelectionUse,
} from '../../../src/model/manifest/parse-selection.ts';
import {
  type CycleHealth,
  type CycleState,
  countNamed,
  isSelected,
  isSelectedLive,
  selectAll,
} from '../../../src/model/manifest/selection.ts';

const northwind = {
  key: 'northwind',
  labels: { tier: 'gold', region: 'eu=west' },
  names: { cycles: ['hourly', 'nightly'], connectors: ['crm', 'Sample CRM'] },
};
const contoso = {
  key: 'contoso',
  labels: { tier: 'silver' },
  names: { cycles: ['nightly'], connectors: ['files', 'Own=1'] },
};
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
    { texts: ['cycle=nightly'], keys: ['northwind', 'contoso'] },
    { texts: ['!cycle=hourly'], keys: ['contoso', 'fabrikam'] },
    { texts: ['cycle=*ly,!cycle=nightly'], keys: ['northwind'] },
    { texts: ['connector=Sample CRM'], keys: ['northwind'] },
    { texts: ['connector=files'], keys: ['contoso'] },
    { texts: ['connector=Own=1'], keys: ['contoso'] },
    { texts: ['connector=*,!connector=crm'], keys: ['contoso'] },
    // The service knows the rest.
    { texts: ['state=paused,cycle=hourly'], keys: ['northwind'] },
    { texts: ['state=paused,!cycle=hourly'], keys: ['northwind', 'contoso', 'fabrikam'] },
    { texts: ['orphaned'], keys: [] },
    { texts: ['!orphaned,!unmanaged,account=n*'], keys: ['northwind'] },
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

describe('isSelectedLive', () => {
  const cycle = (key: string | null, state: CycleState, ...health: CycleHealth[]) => ({
    key,
    state,
    health,
  });
  const cycles = [
    cycle('hourly', 'paused', 'unhealthy', 'stopped'),
    cycle('nightly', 'active', 'healthy', 'warnings'),
    cycle(null, 'other', 'healthy'),
  ];

  it.each([
    ['state=paused', true],
    ['state=gone', false],
    ['!state=gone', true],
    ['!state=paused', false],
    ['health=stopped', true],
    ['health=warnings,state=active', true],
    ['health=stopped,state=active', false],
    ['cycle=nightly,health=unhealthy', false],
    ['cycle=hourly,health=unhealthy', true],
    ['!cycle=*ly,state=other', true],
    ['state=paused,!health=stopped', false],
    ['!state=gone,!health=errors', true],
    ['!state=gone,!health=stopped', false],
    ['state=paused,account=contoso', false],
  ])('answers %s with %s', (text, isIt) => {
    expect(isSelectedLive(read(text), northwind, cycles)).toBe(isIt);
  });

  it('takes an account that another part selects by its manifest', () => {
    expect(isSelectedLive(read('state=gone', 'account=north*'), northwind, cycles)).toBe(true);
  });
});

it.each([
  ['state=pausd', 'Nearest names: "paused". Write state= with one of active, paused, other'],
  ['health=error', 'Nearest names: "errors"'],
  ['!health=erors', 'Nearest names: "errors"'],
  ['state=*', 'Write state= with one of'],
])('refuses %s, and names what may be meant', (text, says) => {
  expect(JSON.stringify(parseSelection([text])).replaceAll('\\', '')).toContain(says);
});

it.each<readonly [SelectionUse, string, string]>([
  ['manifests', 'state=paused', 'they work with cyclectl status, drift and plan'],
  ['manifests', 'account=a,!health=errors', 'save a plan with --out and apply its file'],
  ['observed', 'orphaned', 'it works with cyclectl status, export'],
  ['accounts', 'cycle=nightly', 'It works with cyclectl status, drift, plan and apply.'],
  ['service', 'connector=crm', 'Here, write account, label, orphaned, unmanaged.'],
  ['status', 'account=a,orphaned', 'Write --select orphaned alone.'],
])('refuses for %s the part %s, and says where it works', (use, text, says) => {
  expect(JSON.stringify(checkSelectionUse(read(text), use))).toContain(says);
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
  ['cycl=nightly', 'cycle=nightly'],
  ['conector=crm', 'connector=crm'],
  ['!helth=errors', '!health=errors'],
  ['orphand', 'orphaned'],
  ['unmanaged=yes', 'unmanaged'],
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
  for (const text of [
    'account=a*',
    '!account=a',
    'label=tier=gold',
    'account=a,label=x=y',
    'cycle=a',
  ]) {
    expect(countNamed(read('account=a', text))).toBeNull();
  }
});
