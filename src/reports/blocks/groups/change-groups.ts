import { toHash } from '../../../kit/hash.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import type { Report } from '../../../model/report/report-document.ts';
import type { AccountBlocks } from '../accounts/account-blocks.ts';
import type { Block } from '../block.ts';
import { listAccountBlocks } from '../list-account-blocks.ts';
import { type BlockValue, toBlockParts, toSharedBlock } from './block-parts.ts';
import { type Attention, attentions, listStatements, type Statement } from './list-statements.ts';
import { makeNameNormaliser, normaliseName } from './normalise-name.ts';
import { SharedText } from './shared-text.ts';
import { toComparedText, ValueVariety } from './value-variety.ts';

/** Equal changes of the same accounts: one entry of a report by change. */
export type ChangeGroup = {
  /** Counted from 1, in the order of the report. */
  readonly number: number;
  readonly attention: Attention;
  /** The state of accounts that failed; otherwise empty. */
  readonly label: string;
  readonly accounts: number;
  /** The first of them, by name. */
  readonly names: readonly string[];
  readonly blocks: readonly Block[];
};

/** The groups of a report, and those of one of its accounts. */
export type ChangeGroups = {
  readonly groups: readonly ChangeGroup[];
  readonly listNumbers: (account: AccountBlocks) => readonly number[];
};

/** Accounts up to which a report shows each by itself. */
const maxListed = 10;

/** Forms and groups that are kept; a report with more has nothing to group. */
const maxKept = 2000;

/** Names of accounts that are kept of a group. */
const maxNames = 12;

type Accounts = () => Iterable<AccountBlocks> | AsyncIterable<AccountBlocks>;

/** Groups a report of accounts by change; null if it shows each account by itself. */
export async function findReportGroups(report: Report): Promise<ChangeGroups | null> {
  if (report.kind === 'validate' || report.kind === 'refused') return null;
  return findChangeGroups(() => listAccountBlocks(report, 'as-reported'));
}

/**
 * Groups what a report says by change. Null if it says something of few accounts, or if grouping
 * does not halve it. Walks the accounts twice, one at a time; their order does not matter.
 */
export async function findChangeGroups(accounts: Accounts): Promise<ChangeGroups | null> {
  const forms = await readForms(accounts);
  if (forms === null) return null;
  const entries = await readEntries(accounts, forms.ownValues);
  if (entries === null || entries.size * 2 > forms.statements) return null;
  const bundles = [...Map.groupBy(entries.values(), toMembers).values()].map(makeBundle);
  const ordered = bundles.toSorted(compareBundles);
  const numbers = new Map(
    ordered.flatMap(({ keys }, index) => keys.map((key) => [key, index + 1] as const)),
  );
  return {
    groups: ordered.map(({ keys: _, ...group }, index) => ({ number: index + 1, ...group })),
    listNumbers: (account) => {
      const found = listKeyed(account, forms.ownValues).map(({ key }) => numbers.get(key) ?? 0);
      return [...new Set(found)].toSorted((left, right) => left - right);
    },
  };
}

/** For each form, the values that are put aside. */
type OwnValues = ReadonlyMap<string, readonly boolean[]>;

// The first walk: how many values each place of a form has.
async function readForms(
  accounts: Accounts,
): Promise<{ readonly statements: number; readonly ownValues: OwnValues } | null> {
  const varieties = new Map<string, readonly ValueVariety[]>();
  let [talking, total] = [0, 0];
  for await (const account of accounts()) {
    const statements = listFormed(account);
    if (statements.length > 0) talking += 1;
    total += statements.length;
    for (const { form, values } of statements) {
      const known = varieties.get(form) ?? values.map(() => new ValueVariety());
      varieties.set(form, known);
      for (const [index, { compared }] of values.entries()) known[index]?.add(compared);
    }
    if (varieties.size > maxKept) return null;
  }
  if (talking <= maxListed) return null;
  const ownValues = [...varieties].map(
    ([form, known]) => [form, known.map((each) => each.isOwn())] as const,
  );
  return { statements: total, ownValues: new Map(ownValues) };
}

// The second walk: which accounts say the same.
async function readEntries(
  accounts: Accounts,
  ownValues: OwnValues,
): Promise<ReadonlyMap<string, Entry> | null> {
  const entries = new Map<string, Entry>();
  for await (const account of accounts()) {
    const member = { name: account.account, number: toNumber(account.account) };
    for (const statement of listKeyed(account, ownValues)) {
      const known = entries.get(statement.key);
      if (known === undefined) entries.set(statement.key, new Entry(member, statement));
      else known.add(member, statement);
    }
    if (entries.size > maxKept) return null;
  }
  return entries;
}

type Formed = Pick<Statement, 'attention' | 'label' | 'block'> & {
  readonly form: string;
  readonly values: readonly FormedValue[];
  readonly circumstances: readonly string[];
  readonly index: number;
};
type FormedValue = Pick<BlockValue, 'text' | 'isNew'> & { readonly compared: string };
type Keyed = Formed & { readonly key: string };

function listFormed(account: AccountBlocks): readonly Formed[] {
  const normalise = makeNameNormaliser(account.account);
  return listStatements(account).map(({ attention, label, block, own }, index) => {
    const { form, values, circumstances } = toBlockParts(block);
    const text = JSON.stringify([attention, label, own, form, values.length]);
    return {
      form: toComparedText(normalise(text)),
      values: values.map(({ text: shown, whole, isNew }) => ({
        text: normalise(shown),
        compared: toComparedText(normalise(whole)),
        isNew,
      })),
      circumstances: circumstances.map(normalise),
      attention,
      label,
      block,
      index,
    };
  });
}

function listKeyed(account: AccountBlocks, ownValues: OwnValues): readonly Keyed[] {
  return listFormed(account).map((formed) => {
    const isOwn = ownValues.get(formed.form) ?? [];
    const kept = formed.values.map(({ compared, isNew }, index) =>
      isNew || isOwn[index] === true ? null : compared,
    );
    return { ...formed, key: toComparedText(JSON.stringify([formed.form, kept])) };
  });
}

/** An account, and the number that stands for it in a sum. */
type Member = { readonly name: string; readonly number: number };

/** A statement, and the accounts that it is true of. */
class Entry {
  readonly key: string;
  #sample: Keyed;
  #last: string;
  #names: readonly string[];
  #accounts = 1;
  #members: number;
  readonly #values: readonly ValueVariety[];
  readonly #circumstances: readonly SharedText[];

  constructor({ name, number }: Member, statement: Keyed) {
    this.key = statement.key;
    this.#sample = statement;
    this.#last = name;
    this.#names = [name];
    this.#members = number;
    this.#values = statement.values.map(() => new ValueVariety());
    this.#circumstances = statement.circumstances.map((text) => new SharedText(text));
    this.#addParts(statement);
  }

  add({ name, number }: Member, statement: Keyed): void {
    // An account may say the same twice.
    if (name === this.#last) return;
    this.#last = name;
    this.#accounts += 1;
    this.#members = (this.#members + number) % 2 ** 48;
    this.#addParts(statement);
    if (compareTexts(name, this.#names[0] ?? '') < 0) this.#sample = statement;
    if (this.#names.length === maxNames && compareTexts(name, this.#names.at(-1) ?? '') > 0) return;
    this.#names = [...this.#names, name].toSorted(compareTexts).slice(0, maxNames);
  }

  #addParts({ values, circumstances }: Keyed): void {
    for (const [index, { text }] of values.entries()) this.#values[index]?.add(text);
    for (const [index, text] of circumstances.entries()) this.#circumstances[index]?.add(text);
  }

  /** Identifies its accounts, in any order. */
  get members(): string {
    return `${this.#accounts} ${this.#members}`;
  }

  get sample(): Keyed {
    return this.#sample;
  }

  get accounts(): Pick<ChangeGroup, 'accounts' | 'names'> {
    return { accounts: this.#accounts, names: this.#names };
  }

  /** The words that all of its accounts have. */
  toBlock(): Block {
    const { block } = this.#sample;
    if (this.#accounts === 1) return block;
    const named = normaliseName(block, this.#names[0] ?? '');
    return toSharedBlock(named, {
      values: this.#values.map((each) => each.toShared()),
      circumstances: this.#circumstances,
    });
  }
}

function toNumber(account: string): number {
  return Number.parseInt(toHash(account).slice(0, 12), 16);
}

function toMembers({ members }: Entry): string {
  return members;
}

type Bundle = Omit<ChangeGroup, 'number'> & { readonly keys: readonly string[] };

// Statements of the same accounts, in the order of one of them.
function makeBundle(entries: readonly Entry[]): Bundle {
  const ordered = entries.toSorted((left, right) => left.sample.index - right.sample.index);
  const [worst] = entries
    .map(({ sample }) => sample)
    .toSorted((left, right) => toRank(left) - toRank(right));
  const { accounts = 0, names = [] } = entries[0]?.accounts ?? {};
  return {
    attention: worst?.attention ?? 'notice',
    label: worst?.label ?? '',
    accounts,
    names,
    blocks: ordered.map((entry) => entry.toBlock()),
    keys: entries.map(({ key }) => key),
  };
}

function toRank({ attention }: Pick<ChangeGroup, 'attention'>): number {
  return attentions.indexOf(attention);
}

// Impact first; of the same impact outliers first.
function compareBundles(left: Bundle, right: Bundle): number {
  return (
    toRank(left) - toRank(right) ||
    left.accounts - right.accounts ||
    compareTexts(left.names[0] ?? '', right.names[0] ?? '') ||
    compareTexts(left.keys[0] ?? '', right.keys[0] ?? '')
  );
}
