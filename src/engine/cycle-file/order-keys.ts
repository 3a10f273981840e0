// The keys of an export (SERVICE E.2 [P]), by what a cycle file does with them.

/** Deeper than any export: those have about ten levels. */
export const maxLevels = 60;

/** Of the whole, in the order of a cycle file; what is none of these follows by its name. */
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

/** What comes last, being long. */
export const rootEnd = [
  'Variables',
  'Steps',
  'Edges',
  'CustomMethodReleases',
  'ExportedConnectors',
];

/** Of a step. */
export const stepKeys = [
  'Id',
  'Name',
  'Description',
  'ActionType',
  'Method_Id',
  'AccountConnector_Id',
];

export const stepEnd = ['CycleParameters', 'CycleFieldMappings', 'AccountConnector', 'Method'];

/** Of everything else that has an order of its own. */
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
 * Members of AccountConnector that are left out. Which installed connector it was, what that was called and which way
 * it signs in is the business of the cycle's account. Behind a template stands none: there it is said how an install
 * signs in what an account lacks.
 */
export const ownParts = {
  cycle: ['Id', 'Name', 'ConnectorAuthentication'],
  template: ['Id', 'Name'],
} as const;

/** Names of a parameter or field: members of it that say what it is called. */
export const namings: ReadonlySet<string> = new Set([
  'Name',
  'TargetName',
  'Location',
  'ConnectorField',
]);

/** What people wrote to be read: never looked into for ids. */
export const proseKeys: ReadonlySet<string> = new Set([...namings, 'Description', 'Tags']);

/** What is of one place or moment: it is other tomorrow, or elsewhere, and says nothing of the cycle. */
const momentary =
  /^(?:(?:Created|Updated|Modified|LastModified|Deleted|LastSuccessfulRun|LastRun|NextRun)(?:Date|On|At|Time)?(?:Utc)?|(?:Error|Warning|InProgressTransaction|Step)Count|TasksUsed|Icon|(?:Account|Cycle|Template|TemplateRelease|Console|Partner|Folder)_?Id|WebhookUrl)$/i;

/** What holds a credential by its name; an export should have none (SERVICE E.2 [D]). */
const credential =
  /^(?:AuthValue|Password|ApiKey|ClientSecret|AccessToken|RefreshToken|Token|Secret|Properties)$/i;

/** Whether a member is left out of cycle files. */
export function isLeftOut(key: string): boolean {
  return momentary.test(key) || credential.test(key) || key === '__proto__';
}

/** Whether a member has an id by its name. */
export function isIdKey(key: string): boolean {
  return /(?:^|_|[a-z])Ids?$/.test(key);
}

export const guidForm = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

export const zeroGuid = '00000000-0000-0000-0000-000000000000';

/** The members in one order: `first`, then the others by name, then `last`. */
export function orderKeys(
  names: readonly string[],
  { first, last = [] }: { readonly first: readonly string[]; readonly last?: readonly string[] },
): string[] {
  const rank = (name: string) => {
    const [early, late] = [first.indexOf(name), last.indexOf(name)];
    if (early >= 0) return early;
    return late >= 0 ? first.length + 1 + late : first.length;
  };
  return [...names].sort(
    (left, right) => rank(left) - rank(right) || (left < right ? -1 : left > right ? 1 : 0),
  );
}
