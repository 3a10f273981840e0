import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  readMember,
} from '../../kit/json/json.ts';
import { toEntryPointer } from '../../kit/json/json-pointer.ts';
import type { TextRange } from '../../kit/json/placed-json.ts';
import { formatNearest } from '../../kit/text/nearest.ts';
import { TextLines } from '../../kit/text/text-lines.ts';
import { truncateText } from '../../kit/text/truncate-text.ts';
import type { DiagnosticCode } from '../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** A value of a cycle file and where it stands. */
export type JsonLocation = { readonly value: Json | undefined; readonly pointer: string };

/** Who looks at a file sees no more than this many mistakes; it is to be exported again by then. */
const maxDiagnostics = 20;

/** A look at a cycle file: what is asked of a spot is answered or reported, so that one mistake hides no other. */
export class CycleFileReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #file: string;
  readonly #lines: TextLines;
  readonly #places: ReadonlyMap<string, TextRange>;
  /** Pointers of what should be an object. */
  readonly #reported = new Set<string>();

  constructor(file: string, text: string, places: ReadonlyMap<string, TextRange>) {
    this.#file = file;
    this.#lines = new TextLines(text);
    this.#places = places;
  }

  report(code: DiagnosticCode, pointer: string, says: { summary: string; remedy?: string }): void {
    if (this.diagnostics.length >= maxDiagnostics) return;
    this.diagnostics.push({ code, severity: 'error', at: this.spanOf(pointer), ...says });
  }

  /** Says that a name is none of those that there are, with the nearest. */
  reportName(
    pointer: string,
    missed: { readonly what: string; readonly name: string; readonly known: readonly string[] },
  ): void {
    const shown = JSON.stringify(truncateText(missed.name, 80));
    this.report('cycle-file-name', pointer, {
      summary: `The file has no ${missed.what} ${shown}`,
      remedy: formatNearest(missed.name, missed.known) ?? 'It has none of that kind.',
    });
  }

  /** Says that a secret stands as text; its line is never shown. */
  reportSecret(pointer: string, what: string): void {
    if (this.diagnostics.length >= maxDiagnostics) return;
    this.diagnostics.push({
      code: 'secret-as-text',
      severity: 'error',
      summary: `${what} is a secret and stands here as text`,
      at: this.spanOf(pointer),
      masked: true,
      remedy:
        'Write {"secret": "steps/STEP/…"} in its place and give the value in the manifest. Then change the secret.',
    });
  }

  spanOf(pointer: string): SourceSpan {
    let place = this.#places.get(pointer);
    for (let outer = pointer; place === undefined && outer !== ''; ) {
      outer = outer.slice(0, outer.lastIndexOf('/'));
      place = this.#places.get(outer);
    }
    return toSpan(this.#file, this.#lines, { at: place ?? [0, 0], pointer });
  }

  /** A member of an object; what is no object and should be one is told once. */
  member(spot: JsonLocation, name: string): JsonLocation {
    const { value, pointer } = spot;
    const isMissing = value === undefined || value === null;
    if (!isMissing && !isJsonObject(value) && !this.#reported.has(pointer)) {
      this.#reported.add(pointer);
      this.#wrong(spot, 'an object');
    }
    return { value: readMember(value, name), pointer: toEntryPointer(pointer, name) };
  }

  /** The objects of a list; an absent list has none. */
  objects(spot: JsonLocation): (JsonLocation & { readonly value: JsonObject })[] {
    return this.items(spot).flatMap(({ value, pointer }) => {
      if (isJsonObject(value)) return [{ value, pointer }];
      this.#wrong({ value, pointer }, 'an object');
      return [];
    });
  }

  items(spot: JsonLocation): JsonLocation[] {
    const { value, pointer } = spot;
    if (value === undefined || value === null) return [];
    if (isJsonList(value)) {
      return value.map((item, index) => ({ value: item, pointer: toEntryPointer(pointer, index) }));
    }
    this.#wrong(spot, 'a list');
    return [];
  }

  /** A text that has to be there and is not empty; an empty one stands for it where it is not. */
  text(spot: JsonLocation): string {
    if (typeof spot.value === 'string' && spot.value !== '') return spot.value;
    this.#wrong(spot, 'text');
    return '';
  }

  /** What a cycle carries as text: a number, true or false counts as the text that it reads; null where there is none. */
  scalar(spot: JsonLocation): string | null {
    const { value } = spot;
    return typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : this.optionalText(spot);
  }

  /** Whether a secret stood here: the manifest gives it. */
  isSecret({ value, pointer }: JsonLocation): boolean {
    if (!isJsonObject(value)) return false;
    const { secret } = value;
    if (typeof secret === 'string' && Object.keys(value).length === 1) return true;
    this.#wrong({ value, pointer }, 'text, or {"secret": "PATH"} where a secret stood');
    return true;
  }

  /** A text, or null where there is none. */
  optionalText(spot: JsonLocation): string | null {
    const { value } = spot;
    if (value === undefined || value === null) return null;
    if (typeof value === 'string') return value;
    this.#wrong(spot, 'text');
    return null;
  }

  /** A number, or null where there is none. */
  optionalNumber(spot: JsonLocation): number | null {
    const { value } = spot;
    if (value === undefined || value === null) return null;
    if (typeof value === 'number') return value;
    this.#wrong(spot, 'a number');
    return null;
  }

  /** What `read` makes of a text; it is reported where it makes nothing of it. */
  form<T>(spot: JsonLocation, form: string, read: (value: unknown) => T | null): T | null {
    const found = read(spot.value);
    if (found === null) this.#wrong(spot, form);
    return found;
  }

  #wrong({ value, pointer }: JsonLocation, expected: string): void {
    const what = pointer === '' ? 'The file' : pointer.slice(pointer.lastIndexOf('/') + 1);
    const found = value === undefined ? 'is missing' : `is ${formatType(value)}`;
    const summary = `${/^\d+$/.test(what) ? `Item ${what}` : what} ${found}, not ${expected}`;
    this.report('cycle-file-shape', pointer, { summary: truncateText(summary, 200) });
  }
}

/** The span of a stretch of a text; lines and columns count from 1. */
export function toSpan(
  file: string,
  lines: TextLines,
  { at, pointer }: { readonly at: TextRange; readonly pointer: string },
): SourceSpan {
  const from = lines.countTo(at[0]);
  const to = lines.countTo(at[1]);
  return {
    file,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    pointer,
  };
}

function formatType(value: Json): string {
  if (value === null) return 'null';
  if (value === '') return 'empty';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object'
    ? 'an object'
    : typeof value === 'string'
      ? 'other text'
      : `a ${typeof value}`;
}
