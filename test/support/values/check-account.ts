import { parseDocuments } from '../../../src/engine/load/parse-documents.ts';
import { validateAccount } from '../../../src/engine/validate/validate-account.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { Scalar } from '../../../src/model/manifest/interpolation.ts';
import type { KnownEnvironments } from '../../../src/model/manifest/variable.ts';

/** The environments of the project that the manifests of the tests belong to. */
export const environments: KnownEnvironments = new Map(
  ['local', 'prod'].map((name) => [name, { variables: new Map() }]),
);

/** A manifest with the given lines under `spec`; the first of them is line 5 of the file. */
export function formatManifest(...lines: readonly string[]): string {
  const head = ['apiVersion: cyclectl/v1', 'kind: Account', 'metadata: {name: acme}', 'spec:'];
  return [...head, ...lines.map((line) => `  ${line}`), ''].join('\n');
}

/** A valid manifest (`id` on line 5) with further lines under `spec`, from line 6. */
export function formatSpec(...lines: readonly string[]): string {
  return formatManifest('id: acme-1', ...lines);
}

/** A valid manifest with one cycle and lines of its own, from line 9. */
export function formatCycle(...lines: readonly string[]): string {
  const head = ['cycles:', '  news:', '    from: {template: Send news}'];
  return formatSpec(...head, ...lines.map((line) => `    ${line}`));
}

/** Environments with variables, each with a place in cyclectl.yaml: its number, as line and column. */
export function withVariables(
  variables: Readonly<Record<string, Readonly<Record<string, Scalar>>>>,
): KnownEnvironments {
  let number = 0;
  const toVariable = (value: Scalar) => {
    number += 1;
    const [line, column] = [number, number];
    const at = { file: 'cyclectl.yaml', line, column, endLine: line, endColumn: column + 1 };
    return { value, at: { ...at, pointer: '' } };
  };
  return new Map(
    Object.entries(variables).map(([name, values]) => {
      const entries = Object.entries(values).map(
        ([key, value]) => [key, toVariable(value)] as const,
      );
      return [name, { variables: new Map(entries) }];
    }),
  );
}

/** Diagnostics of load and validate for the text of a manifest. */
export function checkAccount(
  text: string,
  known: KnownEnvironments | null = environments,
): readonly Diagnostic[] {
  const { documents, diagnostics } = parseDocuments('accounts/acme.yaml', text);
  const checked = documents.map((document) => validateAccount(document, known).diagnostics);
  return [...diagnostics, ...checked.flat()];
}

/** `unknown-key 6:3`: code and place of a diagnostic. */
export function formatDiagnosticPlace({ code, at }: Diagnostic): string {
  return at === undefined ? code : `${code} ${at.line}:${at.column}`;
}

/** A manifest with one mistake, and what is to be said of it. */
export type BadCase = {
  readonly title: string;
  readonly text: string;
  /** Code and place of each diagnostic. */
  readonly says: readonly string[];
  /** A part of the first summary or remedy. */
  readonly words: string;
};
