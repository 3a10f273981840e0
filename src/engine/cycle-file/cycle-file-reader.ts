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
import { toShortText } from '../../kit/text/visible-text.ts';
import type { DiagnosticCode } from '../../model/diagnostic/codes.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** A value of a cycle file and its pointer. */
export type JsonLocation = { readonly value: Json | undefined; readonly pointer: string };

/** Maximum of reported mistakes, because such a file needs a new export. */
const maxDiagnostics = 20;

/** Reads a cycle file and reports each wrong value, so that one mistake hides no other. */
export class CycleFileReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #file: string;
  readonly #lines: TextLines;
  readonly #places: ReadonlyMap<string, TextRange>;
  /** Pointers of reported values that are not objects. */
  readonly #reported = new Set<string>();

  constructor(file: string, text: string, places: ReadonlyMap<string, TextRange>) {
    this.#file = file;
    this.#lines = new TextLines(text);
    this.#places = places;
  }

  report(
    code: DiagnosticCode,
    pointer: string,
    message: { summary: string; remedy?: string },
  ): void {
    if (this.diagnostics.length >= maxDiagnostics) return;
    this.diagnostics.push({ code, severity: 'error', at: this.spanOf(pointer), ...message });
  }

  /** Reports an unknown name, with the nearest known ones. */
  reportName(
    pointer: string,
    missed: { readonly what: string; readonly name: string; readonly known: readonly string[] },
  ): void {
    const shown = JSON.stringify(toShortText(missed.name, 80));
    this.report('cycle-file-name', pointer, {
      summary: `The file has no ${missed.what} ${shown}`,
      remedy: formatNearest(missed.name, missed.known) ?? 'The file has no such names.',
    });
  }

  /** Reports a secret in plain text; its line is never shown. */
  reportSecret(pointer: string, what: string): void {
    if (this.diagnostics.length >= maxDiagnostics) return;
    this.diagnostics.push(
      reportError('secret-as-text', {
        summary: `${what} is a secret in plain text`,
        at: this.spanOf(pointer),
        masked: true,
        remedy:
          'Write {"secret": "steps/STEP/…"} in its place and set the value in the manifest. Then rotate the secret.',
      }),
    );
  }

  spanOf(pointer: string): SourceSpan {
    let place = this.#places.get(pointer);
    for (let outer = pointer; place === undefined && outer !== ''; ) {
      outer = outer.slice(0, outer.lastIndexOf('/'));
      place = this.#places.get(outer);
    }
    return toSpan(this.#file, this.#lines, { at: place ?? [0, 0], pointer });
  }

  /** Reads a member of an object; reports a wrong type once. */
  member(spot: JsonLocation, name: string): JsonLocation {
    const { value, pointer } = spot;
    const isMissing = value === undefined || value === null;
    if (!isMissing && !isJsonObject(value) && !this.#reported.has(pointer)) {
      this.#reported.add(pointer);
      this.#wrong(spot, 'an object');
    }
    return { value: readMember(value, name), pointer: toEntryPointer(pointer, name) };
  }

  /** Reads the objects of a list; none if the list is absent. */
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

  /** Reads a required text; returns an empty one after a report. */
  text(spot: JsonLocation): string {
    if (typeof spot.value === 'string' && spot.value !== '') return spot.value;
    this.#wrong(spot, 'text');
    return '';
  }

  /** Reads a text of a cycle; converts a number, true or false to text; null if absent. */
  scalar(spot: JsonLocation): string | null {
    const { value } = spot;
    return typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : this.optionalText(spot);
  }

  /** True for the placeholder of a secret, whose value the manifest has. */
  isSecret({ value, pointer }: JsonLocation): boolean {
    if (!isJsonObject(value)) return false;
    const { secret } = value;
    if (typeof secret === 'string' && Object.keys(value).length === 1) return true;
    this.#wrong({ value, pointer }, 'text, or {"secret": "PATH"} where a secret stood');
    return true;
  }

  /** Reads an optional text; null if absent. */
  optionalText(spot: JsonLocation): string | null {
    const { value } = spot;
    if (value === undefined || value === null) return null;
    if (typeof value === 'string') return value;
    this.#wrong(spot, 'text');
    return null;
  }

  /** Reads an optional number; null if absent. */
  optionalNumber(spot: JsonLocation): number | null {
    const { value } = spot;
    if (value === undefined || value === null) return null;
    if (typeof value === 'number') return value;
    this.#wrong(spot, 'a number');
    return null;
  }

  /** Parses a text with `read`; reports a null result. */
  form<T>(spot: JsonLocation, form: string, read: (value: unknown) => T | null): T | null {
    const found = read(spot.value);
    if (found === null) this.#wrong(spot, form);
    return found;
  }

  #wrong({ value, pointer }: JsonLocation, expected: string): void {
    const what = pointer === '' ? 'The file' : pointer.slice(pointer.lastIndexOf('/') + 1);
    const found = value === undefined ? 'is missing' : `is ${formatType(value)}`;
    const summary = `${/^\d+$/.test(what) ? `Item ${what}` : what} ${found}, not ${expected}`;
    this.report('cycle-file-shape', pointer, { summary: toShortText(summary, 200) });
  }
}

/** Converts a range of a text to a span; lines and columns start at 1. */
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
