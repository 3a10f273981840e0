import { formatSpan } from '../../../model/source-span.ts';
import type { Block, ChangeBlock, DiagnosticBlock, FieldBlock } from '../block.ts';
import type { SharedText } from './shared-text.ts';

/**
 * The parts of a block. Blocks of two accounts are equal if their forms are and their values, unless
 * values are put aside. Circumstances never matter: places, counts of running transactions.
 */
export type BlockParts = {
  readonly form: unknown;
  readonly values: readonly BlockValue[];
  readonly circumstances: readonly string[];
};

/** A value as a text, and all that makes it equal to another one. */
export type BlockValue = {
  readonly text: string;
  readonly whole: string;
  /** Put aside, because it is of a new object: accounts that begin differ in what they are given. */
  readonly isNew: boolean;
};

/** Takes a block apart. */
export function toBlockParts(block: Block): BlockParts {
  switch (block.is) {
    case 'change':
      return toChangeParts(block);
    case 'field': {
      const { object } = block;
      return { ...toFieldParts(block), form: ['field', object, toFieldParts(block).form] };
    }
    case 'note':
      return {
        form: ['note', block.mark, block.about],
        values: [toValue(block.text)],
        circumstances: [block.command ?? ''],
      };
    case 'list':
      return {
        form: ['list', block.text],
        values: [toValue(block.items.join(', '))],
        circumstances: [],
      };
    case 'diagnostic': {
      const { severity, code, about, summary, facts } = block;
      return {
        form: ['diagnostic', severity, code, about, facts.length],
        values: [toValue(summary)],
        circumstances: [...facts, block.remedy, formatPlace(block)],
      };
    }
    case 'step':
      return {
        form: ['step', block.result ?? null],
        values: [toValue(block.text)],
        circumstances: [],
      };
  }
}

function toChangeParts(block: ChangeBlock): BlockParts {
  const { mark, object, path, alarm = null, text, reasons, brief, fields } = block;
  const parts = fields.map(toFieldParts);
  const says = [text, ...reasons];
  // An interruption is about what runs right now.
  const isOfNow = alarm === 'interruption';
  return {
    form: ['change', mark, object, path, alarm, reasons.length, parts.map(({ form }) => form)],
    values: [...(isOfNow ? [] : says.map(toValue)), ...parts.flatMap(({ values }) => values)],
    circumstances: [
      ...(isOfNow ? says : []),
      brief,
      ...parts.flatMap(({ circumstances }) => circumstances),
    ],
  };
}

function toFieldParts(block: FieldBlock): BlockParts {
  const { mark, path, text, long, wanted, origin, effects } = block;
  const [isPlain, isNew] = [long === null && wanted === null, mark === '+'];
  return {
    form: ['field', mark, path, origin[0] ?? '', effects],
    values: [{ text, whole: isPlain ? text : JSON.stringify([text, long, wanted]), isNew }],
    circumstances: [origin.slice(1).join('; '), formatPlace(block)],
  };
}

function toValue(text: string): BlockValue {
  return { text, whole: text, isNew: false };
}

function formatPlace({ at }: Pick<FieldBlock | DiagnosticBlock, 'at'>): string {
  return at === null ? '' : formatSpan(at);
}

/**
 * Parts of all accounts: true for each that is equal. Else the values with their numbers, null if each
 * account has one of its own; of a circumstance the common words.
 */
export type SharedParts = {
  readonly values: readonly (string | true | null)[];
  readonly circumstances: readonly SharedText[];
};

/** A block of one account, reduced to what all accounts of its group have. */
export function toSharedBlock(block: Block, { values, circumstances }: SharedParts): Block {
  const value = makeReader<string | true | null>(values, null);
  const circumstance = makeReader<SharedText | null>(circumstances, null);
  const share = (text: string): string => toWords(text, value());
  const recall = (text: string): string => toShared(text, circumstance()?.toShared());
  switch (block.is) {
    case 'change': {
      const says = [block.text, ...block.reasons];
      const isOfNow = block.alarm === 'interruption';
      const [text = '', ...reasons] = says.map(isOfNow ? recall : share);
      return {
        ...block,
        text,
        reasons: reasons.filter((reason) => reason !== ''),
        ...shareFields(block, { value, circumstance }),
      };
    }
    case 'field':
      return withGroup(shareField(block, { value, circumstance }));
    case 'note': {
      const { command = '', ...note } = { ...block, text: share(block.text) };
      // A command is to be pasted, which one about an account of many cannot be.
      const isShared = isEqual(circumstance()) && command !== '' && !command.includes('*');
      return isShared ? { ...note, command } : note;
    }
    case 'list':
      return { ...block, items: [share(block.items.join(', '))] };
    case 'diagnostic': {
      const summary = share(block.summary);
      const facts = block.facts.map(recall).filter((fact) => fact !== '');
      const remedy = recall(block.remedy);
      return { ...block, summary, facts, remedy, at: isEqual(circumstance()) ? block.at : null };
    }
    case 'step':
      return { ...block, text: share(block.text) };
  }
}

type Readers = {
  readonly value: () => string | true | null;
  readonly circumstance: () => SharedText | null;
};

// A value that differs is in a line of its own below the brief.
function shareFields(block: ChangeBlock, readers: Readers): Pick<ChangeBlock, 'brief' | 'fields'> {
  const brief = toShared(block.brief, readers.circumstance()?.toSharedList());
  return { brief, fields: block.fields.map((field) => shareField(field, readers)) };
}

function shareField(block: FieldBlock, { value, circumstance }: Readers): FieldBlock {
  const [shared, since, place] = [value(), isEqual(circumstance()), isEqual(circumstance())];
  const { origin } = block;
  const shown = {
    ...block,
    origin: since ? origin : origin.slice(0, 1),
    at: place ? block.at : null,
  };
  if (shared === true) return shown;
  const { inBrief: _, acceptedBy: __, ...field } = shown;
  const own = { before: null, after: null, wanted: null, long: null, isPair: false };
  return { ...field, ...own, text: toWords(block.text, shared) };
}

// Accepted with all accounts at once, because the other accounts of the group have the same.
function withGroup(block: FieldBlock): FieldBlock {
  const { acceptedBy, effects } = block;
  if (acceptedBy === undefined) return block;
  return { ...block, effects: [...effects, `to accept it in all: --accept --group ${acceptedBy}`] };
}

function toWords(text: string, shared: string | true | null): string {
  if (shared === true) return text;
  return shared ?? `differs by account, such as ${text}`;
}

function toShared(text: string, shared: string | true | undefined): string {
  return shared === true ? text : (shared ?? '');
}

function isEqual(shared: SharedText | null): boolean {
  return shared?.toShared() === true;
}

// Reads a list from its start, one item at a time.
function makeReader<T>(items: readonly T[], missing: T): () => T {
  let at = 0;
  return () => {
    const item = items[at] ?? missing;
    at += 1;
    return item;
  };
}
