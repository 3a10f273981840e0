import { parsePointer } from '../../../kit/json/json-pointer.ts';
import { formatNearest, listNearest } from '../../../kit/text/nearest.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Stretch, TextPiece } from '../../../model/manifest/interpolation.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import { isSecretName } from '../../../model/secret/secret-name.ts';
import { formatValue } from '../schema/format-value.ts';
import { isSecretPlace } from '../schema/secret-place.ts';
import { parsePlaceholder } from './parse-placeholder.ts';
import { toPlaceholderSpan } from './to-placeholder-span.ts';

/** What is wrong with the text at a place: `hidden` is said instead where the text may be a secret. */
export type PlaceholderError = {
  readonly summary: string;
  readonly remedy: string;
  readonly hidden?: Pick<PlaceholderError, 'summary' | 'remedy'>;
  /** The part of the text that it is about. */
  readonly piece?: Stretch;
};

/** Parts of a manifest in which no placeholder may stand. */
export type ClosedPlace = 'head' | 'id' | 'file' | 'secret';

const known = `\${vars.NAME}, \${account.id}, \${account.name} and \${account.labels.KEY}`;
const literally = 'For the two signs themselves write $${.';

const closed: Readonly<Record<ClosedPlace, Pick<PlaceholderError, 'summary' | 'remedy'>>> = {
  head: {
    summary: 'A placeholder may stand in the values of spec alone',
    remedy: 'Write the value out: what names an account is the same in every environment.',
  },
  id: {
    summary: 'No placeholder may stand in the id of an account',
    remedy: 'Where it differs between environments, write ids: {ENVIRONMENT: ID}.',
  },
  file: {
    summary: 'No placeholder may stand in the name of a cycle file',
    remedy: 'Write it out; where cycles differ between environments, their values do in one file.',
  },
  secret: {
    summary: 'No placeholder may stand in a reference to a secret',
    remedy: 'Write it out; the same name can lead to another secret in each environment.',
  },
};

/** No placeholder may stand in such a place. */
export function describeClosedPlace(place: ClosedPlace): PlaceholderError {
  return closed[place];
}

/** More text comes out of the placeholders than a manifest may hold. */
export function describeExcessLength(): PlaceholderError {
  return {
    summary: 'With all its placeholders filled in the manifest is longer than 1 MiB',
    remedy: 'Write shorter values under spec.environments of cyclectl.yaml.',
  };
}

/** A placeholder that is not closed, or names nothing that is known. `names` are those that would mean something. */
export function describeInvalidPlaceholder(
  piece: Exclude<TextPiece, { kind: 'literal' }>,
  names: readonly string[],
): PlaceholderError {
  if (piece.kind === 'open') {
    const summary = 'A placeholder begins here and is not closed';
    return { summary, remedy: `Write } behind its name. ${literally}`, piece };
  }
  const summary = `${formatValue(`\${${piece.name}}`)} is no placeholder that is known`;
  const hidden = {
    summary: 'A placeholder names nothing that is known',
    remedy: `There are ${known}; a secret is written as a reference, {env: NAME}. ${literally}`,
  };
  return { summary, remedy: suggest(piece.name, names), hidden, piece };
}

function suggest(name: string, names: readonly string[]): string {
  // Others write ${{ vars.x }}.
  const tidy = name.replaceAll(/[{}\s]/g, '');
  if (parsePlaceholder(tidy) !== null)
    return `Write \${${tidy}}, with nothing else between the braces.`;
  const bare = tidy.replace(/^(?:vars?|variables)\s*\./i, '');
  const variables = names.flatMap((each) => (each.startsWith('vars.') ? [each.slice(5)] : []));
  const [variable] = listNearest(bare, variables);
  const [other] = listNearest(tidy, names);
  const nearest = variable === undefined ? other : `vars.${variable}`;
  if (nearest !== undefined) return `Did you mean \${${nearest}}?`;
  if (/^(?:env|secrets?)\b/i.test(tidy)) {
    return `A secret is written as a reference, {env: NAME}. Placeholders are ${known}.`;
  }
  if (tidy.startsWith('vars.')) return 'The name of a variable has letters and digits alone.';
  return `There are ${known}. ${literally}`;
}

/** A label that the account does not have. */
export function describeUnknownLabel(
  piece: Stretch,
  label: string,
  labels: readonly string[],
): PlaceholderError {
  const near = formatNearest(label, labels) ?? 'It has none.';
  return {
    summary: `The account has no label ${label}`,
    remedy: `Write it under metadata.labels. ${near}`,
    piece,
  };
}

/** The diagnostic of a complaint about the text at a pointer. */
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

/** The diagnostic of a key with a placeholder in it. */
export function reportPlaceholderInKey(document: RawDocument, pointer: string): Diagnostic {
  const isHidden = isPossibleSecret(pointer);
  const at = document.keySpanOf(pointer);
  return {
    code: 'interpolation',
    severity: 'error',
    summary: 'No placeholder may stand in a key',
    // Its pointer would say the key.
    at: isHidden ? { ...at, pointer: pointer.slice(0, pointer.lastIndexOf('/')) } : at,
    remedy: `Write the key out. ${literally}`,
    ...(isHidden ? { masked: true } : {}),
  };
}

/** Names at the end of a pointer that may call what stands there a secret: `apiToken/expression`. */
const nearNames = 3;

/** Whether the text at a pointer may be a secret, or hold one, by its place or by the names that it stands under. */
export function isPossibleSecret(pointer: string): boolean {
  return (
    isSecretPlace('Account', pointer) || parsePointer(pointer).slice(-nearNames).some(isSecretName)
  );
}
