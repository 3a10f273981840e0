import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/** A variable that a placeholder names and its environment lacks. */
export type LackingVariable = {
  readonly name: string;
  readonly at: SourceSpan;
  /** True if the line may also hold a secret. */
  readonly masked: boolean;
};

/** A variable or an input that a value uses: `vars.NAME`, `inputs.NAME`. */
export type Origin = {
  readonly name: string;
  readonly at: SourceSpan;
  /** True if the value is that of the input, unchanged. */
  readonly isWhole: boolean;
};

/** An account with its placeholders resolved. */
export type InterpolatedAccount = {
  /** A placeholder that could not be resolved stays as written, and is refused. */
  readonly document: RawDocument;
  readonly diagnostics: readonly Diagnostic[];
  readonly lacking: readonly LackingVariable[];
  /** Resolved values, in the order of the document. */
  readonly values: readonly unknown[];
  /** Variables and inputs by the pointer of the value that uses them. */
  readonly used: ReadonlyMap<string, readonly Origin[]>;
  /** Place of the placeholders of a value; the document has the place of an input that is the value. */
  useOf(pointer: string): SourceSpan;
};
