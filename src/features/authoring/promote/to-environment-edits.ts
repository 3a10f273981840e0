import type { YamlData } from '../../../kit/yaml/yaml-value.ts';
import { toFieldAddress } from '../../../model/address.ts';
import { parsePlaceholders, toUnescapedText } from '../../../model/manifest/interpolation.ts';
import {
  classifyPromoted,
  type EnvironmentMapping,
  type PromotedText,
} from '../../../model/report/advice/environment-mapping.ts';
import {
  reportBound,
  reportCredential,
  thirdPartyValue,
} from '../../../model/report/advice/report-promotion.ts';
import { isSecretName } from '../../../model/secret/secret-name.ts';
import {
  type Accepted,
  type FieldEdit,
  findEditPlace,
  mergeAccepted,
} from '../merge/accept/accepted.ts';
import type { FoundAccount } from '../merge/found-account.ts';

/**
 * Converts accepted changes for another environment: texts of variables become placeholders.
 * Refuses possible secrets, and warns of values that may belong to one environment.
 */
export function toEnvironmentEdits(
  taken: Accepted,
  found: FoundAccount,
  mapping: EnvironmentMapping,
): Accepted {
  const fitted = taken.edits.map((edit) => toEnvironmentEdit(edit, found, mapping));
  return mergeAccepted([...fitted, { edits: [], diagnostics: taken.diagnostics }]);
}

function toEnvironmentEdit(
  edit: FieldEdit,
  found: FoundAccount,
  mapping: EnvironmentMapping,
): Accepted {
  if (edit.kind === 'remove') return { edits: [edit], diagnostics: [] };
  const checked: PromotedText[] = [];
  const from = { id: found.diff.desired.id, secrets: found.secrets };
  const check = (text: string) => {
    const promotion = classifyPromoted(text, mapping, from);
    checked.push(promotion);
    return promotion.kind === 'variable' ? `\${vars.${promotion.name}}` : null;
  };
  const value = mapTexts(edit.value, check);
  const at = findEditPlace(edit, found);
  const address = toFieldAddress(edit.address, edit.field);
  if (checked.some(({ kind }) => kind === 'credential') || isCalledSecret(edit)) {
    return { edits: [], diagnostics: [reportCredential({ address, at })] };
  }
  const diagnostics = [
    ...checked.flatMap((field) =>
      field.kind === 'bound' ? [reportBound(field, { address, at })] : [],
    ),
    ...(isLookup(edit.value) ? [reportBound(thirdPartyValue, { address, at })] : []),
  ];
  return { edits: [{ ...edit, value }], diagnostics };
}

/** Sources by names within the cycle itself. */
const ofCycle = new Set(['step', 'field', 'variable', 'option', 'lookup']);

function mapTexts(value: YamlData, check: (text: string) => string | null): YamlData {
  if (typeof value === 'string') {
    // Keeps a placeholder, because it resolves in each environment.
    const hasPlaceholder = parsePlaceholders(value).some(({ kind }) => kind === 'placeholder');
    return hasPlaceholder ? value : (check(toUnescapedText(value)) ?? value);
  }
  if (Array.isArray(value)) return value.map((item) => mapTexts(item as YamlData, check));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      ofCycle.has(name) ? item : mapTexts(item as YamlData, check),
    ]),
  );
}

function isCalledSecret({ path, ...edit }: FieldEdit): boolean {
  if (edit.kind !== 'set' || typeof edit.value !== 'string') return false;
  const isMade = edit.value.includes('$') || /^https?:/.test(edit.value);
  return isSecretName(path.at(-1) ?? '') && !isMade;
}

function isLookup(value: YamlData): boolean {
  return typeof value === 'object' && value !== null && 'lookup' in value;
}
