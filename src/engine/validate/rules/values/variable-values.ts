import { toPointer } from '../../../../kit/json/json-pointer.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import { parsePlaceholders, type Scalar } from '../../../../model/manifest/interpolation.ts';
import type { WrittenProject } from '../../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../../model/manifest/manifest.ts';
import { isSecretName, isSecretText } from '../../../../model/secret/secret-name.ts';
import { listEnvironments } from '../../placeholders/list-environments.ts';
import { parsePlaceholder } from '../../placeholders/parse-placeholder.ts';
import { isPlainForm } from '../../schema/is-plain-form.ts';
import type { Rule } from '../rule.ts';

/**
 * What a variable of an environment holds: no secret, since plans and reports show it; a number in the form in which it
 * is sent; and no placeholder that somebody expects to be filled in.
 */
export const variableValues: Rule<WrittenProject> = (document) =>
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
      {
        code: 'secret-literal',
        severity: 'error',
        summary: `${name} looks like a secret, and plans and reports show variables`,
        at,
        remedy:
          'Write a reference where it is used, {env: NAME} or {file: PATH}; a value that is no secret wants a name that is not one of secrets.',
        masked: true,
      },
    ];
  }
  if (typeof value === 'string') return warnOfPlaceholder(value, { name, at });
  const source = document.sourceOf(pointer) ?? String(value);
  if (isPlainForm(value, source)) return [];
  return [
    {
      code: 'number-form',
      severity: 'error',
      summary: `${name} can be sent as text, and YAML reads ${source} as ${value}`,
      at,
      remedy: `Quotes keep it as it is: ${name}: "${source.replaceAll('"', '')}"`,
    },
  ];
}

// A public address may well be called `tokenUrl`, and true or false is no secret.
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
    {
      code: 'interpolation',
      severity: 'warning',
      summary: `${name} is taken as it is: no placeholder is filled in in a variable`,
      at,
      remedy: 'Write the value out, or put both placeholders into the manifest.',
    },
  ];
}
