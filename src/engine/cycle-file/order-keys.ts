import type { JsonObject } from '../../kit/json/json.ts';
import { compareTexts } from '../../kit/text/compare-texts.ts';
import { toVisibleJson } from '../../kit/text/visible-text.ts';

// Keys of an export (SERVICE E.2 [P]) and their treatment in a cycle file.

/** Deeper than any export, which has about ten levels. */
export const maxLevels = 60;

/** Keys of the document, in order; others follow by name. */
export const rootKeys = [
  'format',
  'Name',
  'Description',
  'VersionedCycle',
  'Shareable',
  'ShareFields',
  'ShareAllFields',
  'RunOnce',
  'LaunchRunOnce',
  'CycleStepErrorAction',
  'MaxRetriesOnError',
  'CycleCollectionSplitType',
  'LogStepDataRequests',
];

/** Last keys, because they are long. */
export const rootEnd = [
  'Variables',
  'Steps',
  'Edges',
  'CustomMethodReleases',
  'ExportedConnectors',
];

/** Keys of a step. */
export const stepKeys = [
  'Id',
  'Name',
  'Description',
  'ActionType',
  'Method_Id',
  'AccountConnector_Id',
];

export const stepEnd = ['CycleParameters', 'CycleFieldMappings', 'AccountConnector', 'Method'];

/** Keys of other objects with an order. */
export const otherKeys = [
  'TailStep_Id',
  'HeadStep_Id',
  'CycleEdgeType',
  'ParameterId',
  'Field',
  'Id',
  'Name',
  'Value',
  'CycleEntityMappingType',
];

/**
 * Members of AccountConnector to leave out, because they belong to the cycle's account. A template
 * keeps its form of sign-in, because an install uses it for a missing connector.
 */
export const ownParts = {
  cycle: ['Id', 'Name', 'ConnectorAuthentication'],
  template: ['Id', 'Name'],
} as const;

/** Members that name a parameter or field. */
export const namings: ReadonlySet<string> = new Set([
  'Name',
  'TargetName',
  'Location',
  'ConnectorField',
]);

/** Texts for people, which are never searched for ids. */
export const proseKeys: ReadonlySet<string> = new Set([...namings, 'Description', 'Tags']);

/** Members of one place or moment, which do not describe the cycle. */
const momentary =
  /^(?:(?:Created|Updated|Modified|LastModified|Deleted|LastSuccessfulRun|LastRun|NextRun)(?:Date|On|At|Time)?(?:Utc)?|(?:Error|Warning|InProgressTransaction|Step)Count|TasksUsed|Icon|(?:Account|Cycle|Template|TemplateRelease|Console|Partner|Folder)_?Id|WebhookUrl)$/i;

/** Members that may hold a credential by name; an export should have none (SERVICE E.2 [D]). */
const credential =
  /^(?:AuthValue|Password|ApiKey|ClientSecret|AccessToken|RefreshToken|Token|Secret|Properties)$/i;

/** True for a member that cycle files leave out. */
export function isLeftOut(key: string): boolean {
  return momentary.test(key) || credential.test(key) || key === '__proto__';
}

/** True for a member that holds an id by its name. */
export function isIdKey(key: string): boolean {
  return /(?:^|_|[a-z])Ids?$/.test(key);
}

export const guidForm = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

export const zeroGuid = '00000000-0000-0000-0000-000000000000';

/** Orders members: `first`, then the others by name, then `last`. */
export function orderKeys(
  names: readonly string[],
  { first, last = [] }: { readonly first: readonly string[]; readonly last?: readonly string[] },
): string[] {
  const rank = (name: string) => {
    const [early, late] = [first.indexOf(name), last.indexOf(name)];
    if (early >= 0) return early;
    return late >= 0 ? first.length + 1 + late : first.length;
  };
  return [...names].sort((left, right) => rank(left) - rank(right) || compareTexts(left, right));
}

/** Selects members by name, in the order of the names. */
export function selectKeys(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, object[name] ?? null]));
}

/** Returns an object without some of its members. */
export function selectOtherKeys(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/**
 * Formats a cycle file as JSON with two spaces and a final newline; escapes invisible and
 * direction-changing characters.
 */
export function formatCycleFile(document: JsonObject): string {
  const lines = JSON.stringify(document, null, 2).split('\n');
  return `${lines.map(toVisibleJson).join('\n')}\n`;
}
