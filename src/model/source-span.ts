/** Where a value was written. Lines and columns count from 1; the end is exclusive. */
export type SourceSpan = {
  /** Path relative to the project folder, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** JSON pointer of the value inside its document. */
  readonly pointer: string;
};

/** `accounts/northwind.yaml:31:21`, the form that editors and terminals open. */
export function formatSpan(span: SourceSpan): string {
  return `${span.file}:${span.line}:${span.column}`;
}
