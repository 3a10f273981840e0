import { parsePointer } from '../../../kit/json/json-pointer.ts';
import { formatNearest, listNearest } from '../../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Stretch, TextPiece } from '../../../model/manifest/interpolation.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import { isSecretName } from '../../../model/secret/secret-name.ts';
import { formatType, formatValue } from '../schema/format-value.ts';
import { isSecretPlace, schemas } from '../schema/schemas.ts';
import { parsePlaceholder } from './scope.ts';
import { toPlaceholderSpan } from './to-placeholder-span.ts';

/** A mistake in a text; `hidden` replaces the words if the text may be a secret. */
export type PlaceholderError = {
  readonly summary: string;
  readonly remedy: string;
  readonly hidden?: Pick<PlaceholderError, 'summary' | 'remedy'>;
  /** The part of the text with the mistake. */
  readonly piece?: Stretch;
};

/** Parts of a manifest that take no placeholder. */
export type ClosedPlace = 'head' | 'id' | 'file' | 'secret';

const known = `\${vars.NAME}, \${account.id}, \${account.name} and \${account.labels.KEY}`;
const literally = 'For a literal ${ write $${.';

const closed: Readonly<Record<ClosedPlace, Pick<PlaceholderError, 'summary' | 'remedy'>>> = {
  head: {
    summary: 'Only values under spec can hold a placeholder',
    remedy: 'Write the value itself: an account has the same name in every environment.',
  },
  id: {
    summary: 'The id of an account cannot hold a placeholder',
    remedy: 'If the id differs between environments, write ids: {ENVIRONMENT: ID}.',
  },
  file: {
    summary: 'The path of a cycle file cannot hold a placeholder',
    remedy: 'Write the path itself; use one file and vary its values between environments.',
  },
  secret: {
    summary: `A reference to a secret can hold \${account.env}, \${account.name} and \${account.id} alone`,
    remedy: 'Write the name itself; it can refer to another secret in each environment.',
  },
};

/** Describes a placeholder in a part of the manifest that takes none. */
export function describeClosedPlace(place: ClosedPlace): PlaceholderError {
  return closed[place];
}

/** Describes placeholders that make the manifest longer than 1 MiB. */
export function describeExcessLength(): PlaceholderError {
  return {
    summary: 'The manifest is longer than 1 MiB with its placeholders filled in',
    remedy: 'Write shorter values under spec.environments of cyclectl.yaml.',
  };
}

/**
 * Describes a placeholder that is not closed or has an unknown name; `names` are the known ones.
 */
export function describeInvalidPlaceholder(
  piece: Exclude<TextPiece, { kind: 'literal' }>,
  names: readonly string[],
): PlaceholderError {
  if (piece.kind === 'open') {
    const summary = 'A placeholder starts here and is not closed';
    return { summary, remedy: `Write } after its name. ${literally}`, piece };
  }
  const summary = `${formatValue(`\${${piece.name}}`)} is not a known placeholder`;
  const hidden = {
    summary: 'Unknown placeholder',
    remedy: `Placeholders are ${known}; write a secret as a reference, {env: NAME}. ${literally}`,
  };
  return { summary, remedy: suggest(piece.name, names), hidden, piece };
}

function suggest(name: string, names: readonly string[]): string {
  // `${{ vars.x }}` is the form of GitHub Actions.
  const tidy = name.replaceAll(/[{}\s]/g, '');
  if (parsePlaceholder(tidy) !== null)
    return `Write \${${tidy}}, without other characters between the braces.`;
  const bare = tidy.replace(/^(?:vars?|variables)\s*\./i, '');
  const variables = names.flatMap((each) => (each.startsWith('vars.') ? [each.slice(5)] : []));
  const [variable] = listNearest(bare, variables);
  const [other] = listNearest(tidy, names);
  const nearest = variable === undefined ? other : `vars.${variable}`;
  if (nearest !== undefined) return `Did you mean \${${nearest}}?`;
  if (/^(?:env|secrets?)\b/i.test(tidy)) {
    return `Write a secret as a reference, {env: NAME}. Placeholders are ${known}.`;
  }
  if (tidy.startsWith('vars.')) return 'Write a variable name of letters and digits only.';
  return `Placeholders are ${known}. ${literally}`;
}

/** Describes a label that the account does not have; `labels` are those that it has. */
export function describeUnknownLabel(
  piece: Stretch,
  label: string,
  labels: readonly string[],
): PlaceholderError {
  const near = formatNearest(label, labels) ?? 'It has no labels.';
  return {
    summary: `The account has no label ${label}`,
    remedy: `Add it under metadata.labels, or in the column labels.${label} of a table. ${near}`,
    piece,
  };
}

/** Describes a placeholder of an input in an account that uses no blueprint. */
export function describeNoBlueprint(piece: Stretch, name: string): PlaceholderError {
  return {
    summary: `The account uses no blueprint, so it has no input ${name}`,
    remedy: 'Write the value itself, or name a blueprint.',
    piece,
  };
}

/** Describes a placeholder of an input that the blueprint does not declare. */
export function describeUnknownInput(
  piece: Stretch,
  name: string,
  inputs: readonly string[],
): PlaceholderError {
  const near = formatNearest(name, inputs, 'inputs') ?? 'The blueprint has no inputs.';
  return { summary: `The blueprint has no input ${name}`, remedy: near, piece };
}

/** Describes an input without a value, or with a map or list, that is a part of a text. */
export function describePartOfText(piece: Stretch, name: string, value: unknown): PlaceholderError {
  return value === undefined
    ? {
        summary: `The input ${name} has no value for this account`,
        remedy: `Give it a value, or a default in the blueprint.`,
        piece,
      }
    : {
        summary: `The input ${name} is ${formatType(value)}, which cannot be a part of a text`,
        remedy: `Write the placeholder as the whole value.`,
        piece,
      };
}

/** Reports an error in the text at a pointer; the text is hidden if it may be a secret. */
export function reportPlaceholderError(
  document: RawDocument,
  { pointer, text }: { readonly pointer: string; readonly text: string },
  { hidden, piece, ...words }: PlaceholderError,
): Diagnostic {
  const isHidden = isPossibleSecret(pointer);
  return {
    code: 'interpolation',
    severity: 'error',
    ...((isHidden ? hidden : undefined) ?? words),
    at:
      piece === undefined
        ? document.spanOf(pointer)
        : toPlaceholderSpan(document, { pointer, text, piece }),
    ...(isHidden ? { masked: true } : {}),
  };
}

/** Reports a key that holds a placeholder. */
export function reportPlaceholderInKey(document: RawDocument, pointer: string): Diagnostic {
  const isHidden = isPossibleSecret(pointer);
  const at = document.keySpanOf(pointer);
  return reportError('interpolation', {
    summary: 'A key cannot hold a placeholder',
    at: isHidden ? { ...at, pointer: pointer.slice(0, pointer.lastIndexOf('/')) } : at,
    remedy: `Write the key itself. ${literally}`,
    ...(isHidden ? { masked: true } : {}),
  });
}

/** Number of last names in a pointer that can mark its value as a secret: `apiToken/expression`. */
const nearNames = 3;

/** True if the text at a pointer may be or hold a secret, by its place or by the names above it. */
export function isPossibleSecret(pointer: string): boolean {
  return (
    isSecretPlace(schemas.Account, pointer) ||
    parsePointer(pointer).slice(-nearNames).some(isSecretName)
  );
}
