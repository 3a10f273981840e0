import { splitPointer } from '../../../kit/json/json-pointer.ts';
import { findNearest, writeNearest } from '../../../kit/text/nearest.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Stretch, TextPiece } from '../../../model/manifest/interpolation.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import { isSecretName } from '../../../model/secret/secret-name.ts';
import { isSecretPlace } from '../schema/secret-place.ts';
import { showValue } from '../schema/show-value.ts';
import { readPlaceholder } from './read-placeholder.ts';
import { spanOfPiece } from './span-of-piece.ts';

/** What is wrong with the text at a place: `hidden` is said instead where the text may be a secret. */
export type Complaint = {
  readonly summary: string;
  readonly remedy: string;
  readonly hidden?: Pick<Complaint, 'summary' | 'remedy'>;
  /** The part of the text that it is about. */
  readonly piece?: Stretch;
};

/** Parts of a manifest in which no placeholder may stand. */
export type ClosedPlace = 'head' | 'id' | 'file' | 'secret';

const known = `\${vars.NAME}, \${account.id}, \${account.name} and \${account.labels.KEY}`;
const literally = 'For the two signs themselves write $${.';

const closed: Readonly<Record<ClosedPlace, Pick<Complaint, 'summary' | 'remedy'>>> = {
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
export function complainOfPlace(place: ClosedPlace): Complaint {
  return closed[place];
}

/** More text comes out of the placeholders than a manifest may hold. */
export function complainOfLength(): Complaint {
  return {
    summary: 'With all its placeholders filled in the manifest is longer than 1 MiB',
    remedy: 'Write shorter values under spec.environments of cyclectl.yaml.',
  };
}

/** A placeholder that is not closed, or names nothing that is known. `names` are those that would mean something. */
export function complainOfPiece(
  piece: Exclude<TextPiece, { kind: 'literal' }>,
  names: readonly string[],
): Complaint {
  if (piece.kind === 'open') {
    const summary = 'A placeholder begins here and is not closed';
    return { summary, remedy: `Write } behind its name. ${literally}`, piece };
  }
  const summary = `${showValue(`\${${piece.name}}`)} is no placeholder that is known`;
  const hidden = {
    summary: 'A placeholder names nothing that is known',
    remedy: `There are ${known}; a secret is written as a reference, {env: NAME}. ${literally}`,
  };
  return { summary, remedy: advise(piece.name, names), hidden, piece };
}

function advise(name: string, names: readonly string[]): string {
  // Others write ${{ vars.x }}.
  const tidy = name.replaceAll(/[{}\s]/g, '');
  if (readPlaceholder(tidy) !== null)
    return `Write \${${tidy}}, with nothing else between the braces.`;
  const bare = tidy.replace(/^(?:vars?|variables)\s*\./i, '');
  const variables = names.flatMap((each) => (each.startsWith('vars.') ? [each.slice(5)] : []));
  const [variable] = findNearest(bare, variables);
  const [other] = findNearest(tidy, names);
  const nearest = variable === undefined ? other : `vars.${variable}`;
  if (nearest !== undefined) return `Did you mean \${${nearest}}?`;
  if (/^(?:env|secrets?)\b/i.test(tidy)) {
    return `A secret is written as a reference, {env: NAME}. Placeholders are ${known}.`;
  }
  if (tidy.startsWith('vars.')) return 'The name of a variable has letters and digits alone.';
  return `There are ${known}. ${literally}`;
}

/** A label that the account does not have. */
export function complainOfLabel(
  piece: Stretch,
  label: string,
  labels: readonly string[],
): Complaint {
  const near = writeNearest(label, labels) ?? 'It has none.';
  return {
    summary: `The account has no label ${label}`,
    remedy: `Write it under metadata.labels. ${near}`,
    piece,
  };
}

/** The diagnostic of a complaint about the text at a pointer. */
export function wordComplaint(
  document: RawDocument,
  { pointer, text }: { readonly pointer: string; readonly text: string },
  { hidden, piece, ...words }: Complaint,
): Diagnostic {
  const isHidden = mayHoldSecret(pointer);
  return {
    code: 'interpolation',
    severity: 'error',
    ...((isHidden ? hidden : undefined) ?? words),
    at:
      piece === undefined
        ? document.spanOf(pointer)
        : spanOfPiece(document, { pointer, text, piece }),
    ...(isHidden ? { masked: true } : {}),
  };
}

/** The diagnostic of a key with a placeholder in it. */
export function wordKeyComplaint(document: RawDocument, pointer: string): Diagnostic {
  const isHidden = mayHoldSecret(pointer);
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
export function mayHoldSecret(pointer: string): boolean {
  return (
    isSecretPlace('Account', pointer) || splitPointer(pointer).slice(-nearNames).some(isSecretName)
  );
}
