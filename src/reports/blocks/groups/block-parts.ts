import { formatSpan } from '../../../model/source-span.ts';
import type { Block, ChangeBlock, DiagnosticBlock, FieldBlock } from '../block.ts';

/**
 * The parts of a block. Blocks of two accounts are equal if their forms are and their values, unless
 * values are put aside. Circumstances never matter: places, counts of running transactions.
 */
export type BlockParts = {
  readonly form: unknown;
  readonly values: readonly string[];
  readonly circumstances: readonly string[];
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
        values: [block.text],
        circumstances: [block.command ?? ''],
      };
    case 'list':
      return { form: ['list', block.text], values: [block.items.join(', ')], circumstances: [] };
    case 'diagnostic': {
      const { severity, code, about, summary, facts } = block;
      return {
        form: ['diagnostic', severity, code, about, facts.length],
        values: [summary],
        circumstances: [...facts, block.remedy, formatPlace(block)],
      };
    }
    case 'step':
      return { form: ['step', block.result ?? null], values: [block.text], circumstances: [] };
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
    values: [...(isOfNow ? [] : says), ...parts.flatMap(({ values }) => values)],
    circumstances: [
      ...(isOfNow ? says : []),
      brief,
      ...parts.flatMap(({ circumstances }) => circumstances),
    ],
  };
}

function toFieldParts(block: FieldBlock): BlockParts {
  const { mark, path, text, long, wanted, origin, effects } = block;
  return {
    form: ['field', mark, path, origin[0] ?? '', effects],
    values: [long === null && wanted === null ? text : JSON.stringify([text, long, wanted])],
    circumstances: [origin.slice(1).join('; '), formatPlace(block)],
  };
}

function formatPlace({ at }: Pick<FieldBlock | DiagnosticBlock, 'at'>): string {
  return at === null ? '' : formatSpan(at);
}

/** Parts that all accounts have: true for each that is equal, or the common words of a circumstance. */
export type SharedParts = {
  readonly values: readonly boolean[];
  readonly circumstances: readonly (string | true)[];
};

/** A block of one account, reduced to what all accounts of its group have. */
export function toSharedBlock(block: Block, { values, circumstances }: SharedParts): Block {
  const value = makeReader(values, false);
  const circumstance = makeReader<string | true>(circumstances, '');
  const share = (text: string): string => (value() ? text : formatOwn(text));
  const recall = (text: string): string => toShared(text, circumstance());
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
      return shareField(block, { value, circumstance });
    case 'note': {
      const { command = '', ...note } = { ...block, text: share(block.text) };
      // A command is to be pasted, which one about an account of many cannot be.
      const isShared = circumstance() === true && command !== '' && !command.includes('*');
      return isShared ? { ...note, command } : note;
    }
    case 'list':
      return value() ? block : { ...block, items: [formatOwn(block.items.join(', '))] };
    case 'diagnostic': {
      const summary = share(block.summary);
      const facts = block.facts.map(recall).filter((fact) => fact !== '');
      const remedy = recall(block.remedy);
      return { ...block, summary, facts, remedy, at: circumstance() === true ? block.at : null };
    }
    case 'step':
      return { ...block, text: share(block.text) };
  }
}

type Readers = {
  readonly value: () => boolean;
  readonly circumstance: () => string | true;
};

// The brief of a new object is one sentence with all of its values.
function shareFields(block: ChangeBlock, readers: Readers): Pick<ChangeBlock, 'brief' | 'fields'> {
  const isBriefShared = readers.circumstance() === true;
  const fields = block.fields.map((field) => shareField(field, readers));
  const brief = isBriefShared || block.brief === '' ? block.brief : formatOwn(block.brief);
  return { brief, fields };
}

function shareField(block: FieldBlock, { value, circumstance }: Readers): FieldBlock {
  const [isShared, since, place] = [value(), circumstance(), circumstance()];
  const { origin } = block;
  const shown = {
    ...block,
    origin: since === true ? origin : origin.slice(0, 1),
    at: place === true ? block.at : null,
  };
  if (isShared) return shown;
  const own = { before: null, after: null, wanted: null, long: null, isPair: false };
  return { ...shown, ...own, text: formatOwn(block.text) };
}

function formatOwn(text: string): string {
  return `differs by account, such as ${text}`;
}

function toShared(text: string, shared: string | true): string {
  return shared === true ? text : shared;
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
