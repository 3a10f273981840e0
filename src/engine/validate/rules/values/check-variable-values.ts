import { toPointer } from '../../../../kit/json/json-pointer.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../../model/diagnostic/diagnostic.ts';
import { parsePlaceholders, type Scalar } from '../../../../model/manifest/interpolation.ts';
import type { WrittenProject } from '../../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../../model/manifest/manifest-document.ts';
import { isSecretName, isSecretText } from '../../../../model/secret/secret-name.ts';
import { listEnvironments, parsePlaceholder } from '../../placeholders/scope.ts';
import type { Rule } from '../rule.ts';

const maxDigits = 15;

/**
 * Checks the values of variables: no secret, because plans and reports show them; numbers in the
 * form in which they are sent; no placeholder, because it would not be resolved.
 */
export const checkVariableValues: Rule<WrittenProject> = (document) =>
  listEnvironments(document).flatMap(([environment, { variables = {} }]) =>
    Object.entries(variables).flatMap(([name, value]) => {
      const pointer = toPointer(['spec', 'environments', environment, 'variables', name]);
      return checkVariable(document, { pointer, name, value });
    }),
  );

type Item = { readonly pointer: string; readonly name: string; readonly value: Scalar };

function checkVariable(
  document: ManifestDocument<unknown>,
  { pointer, name, value }: Item,
): Diagnostic[] {
  const at = document.spanOf(pointer);
  if (isPossibleSecret(name, value)) {
    return [
      reportError('secret-literal', {
        summary: `${name} looks like a secret, and plans and reports show variables`,
        at,
        remedy:
          'Write a reference where it is used, {env: NAME} or {file: PATH}; if it is not a secret, rename the variable.',
        masked: true,
      }),
    ];
  }
  if (typeof value === 'string') return warnOfPlaceholder(value, { name, at });
  const source = document.sourceOf(pointer) ?? String(value);
  if (isPlainForm(value, source)) return [];
  return [
    reportError('number-form', {
      summary: `${name} can be sent as text, and YAML reads ${source} as ${value}`,
      at,
      remedy: `Quote it to keep it as it is: ${name}: "${source.replaceAll('"', '')}"`,
    }),
  ];
}

// A public address may be called `tokenUrl`, and true or false is not a secret.
function isPossibleSecret(name: string, value: Scalar): boolean {
  if (typeof value === 'string' && isSecretText(value)) return true;
  return isSecretName(name) && typeof value !== 'boolean' && !/^https?:\/\//.test(String(value));
}

function warnOfPlaceholder(
  value: string,
  { name, at }: { readonly name: string; readonly at: Diagnostic['at'] & object },
): Diagnostic[] {
  const isMeant = parsePlaceholders(value).some(
    (piece) => piece.kind === 'placeholder' && parsePlaceholder(piece.name) !== null,
  );
  if (!isMeant) return [];
  return [
    reportWarning('interpolation', {
      summary: `${name} is taken literally: a variable cannot use placeholders`,
      at,
      remedy: 'Write the value itself, or use both placeholders in the manifest.',
    }),
  ];
}

/**
 * True if a number, true or false is written as it is sent as text. YAML reads 007 as 7, 1e3 as
 * 1000 and long numbers inexactly.
 */
export function isPlainForm(value: number | boolean, source: string): boolean {
  return source === String(value) && source.replace('-', '').length <= maxDigits;
}
