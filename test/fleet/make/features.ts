import { parseDocument } from 'yaml';
import type { Facts, Portrait } from '../portrait/portrait.ts';

/** A feature of a fleet made in the console, and how often an account has it. */
type Feature = { readonly name: string; readonly count: (facts: Facts, id: string) => number };

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** All features of the emulator that a user could leave in an account. */
const features: readonly Feature[] = [
  { name: 'an id that is a GUID', count: (_, id) => Number(guid.test(id)) },
  { name: 'an id of free form', count: (_, id) => Number(!guid.test(id)) },
  { name: 'an id of odd signs', count: (_, id) => Number(id.includes('%2F')) },
  {
    name: 'an account whose name YAML reads as something else',
    count: (facts) => Number(isMisread(JSON.parse(facts.get('name') ?? '""'))),
  },
  fact('an account with a name beyond ASCII', 'name', '".*[^\\x20-\\x7e].*"'),
  fact('an account with a long name', 'name', '".{200,}"'),
  fact('an account without description', 'description', 'null'),
  fact('an account with a description of several lines', 'description', '".*\\\\n.*"'),
  fact('another time zone', 'timezone', '(?!"UTC").*'),
  fact('retention of the console', 'retention/success', 'null'),
  fact('retention of no time', 'retention/success', '0'),
  fact('retention of the longest time', 'retention/success', '744'),
  fact('no error webhook', 'errorWebhook/url', 'null'),
  fact('an error webhook', 'errorWebhook/enabled', 'true'),
  fact('an error webhook with warnings', 'errorWebhook/warnings', 'true'),
  fact('audit information', 'auditInfo', '".*"'),
  fact('audit information of tasks', 'taskAuditInfo', '".*"'),
  fact('a sub account', 'parent', '".*"'),
  { name: 'an error webhook that is off again', count: countWebhookOff },
  fact('a cycle that retries', 'cycles/.*/errorAction', '"Retry"'),
  fact('a cycle that logs no requests', 'cycles/.*/logRequests', 'false'),
  fact('a cycle that is shareable', 'cycles/.*/shareable', 'true'),
  fact('a cycle that splits lists of the first step', 'cycles/.*/collectionSplit', '"First"'),
  ...['ApiKey', 'Basic', 'OAuth2', 'OAuth1', 'None', 'AuthFields'].map((type) =>
    fact(`a connector of type ${type}`, 'connectors/.*/authentication', `".*\\(${type}\\)"`),
  ),
  fact('a connector that is authenticated', 'connectors/.*/authenticated', 'true'),
  fact('a connector that waits', 'connectors/.*/authenticated', 'false'),
  fact('a connector of an old release', 'connectors/.*/version', '"1\\.0"'),
  fact('a connector of a new release', 'connectors/.*/version', '"2\\.0"'),
  fact(
    'a connector of a type that is not the default',
    'connectors/.*/authentication',
    '"API key: .*',
  ),
  fact('a connector with a description', 'connectors/.*/description', '".*"'),
  fact('a property', 'connectors/.*/properties/region', '".*"'),
  fact('a property without text', 'connectors/.*/properties/.*', '""'),
  fact('a property that looks like a number', 'connectors/.*/properties/.*', '"0022"'),
  fact('a property with a name to escape', 'connectors/.*/properties/root / folder', '".*"'),
  fact('a sensitive property', 'connectors/.*/properties/ClientSecret', '"sha256:.*"'),
  fact('a custom category', 'connectors/.*/categories/.*', '.*'),
  { name: 'two connectors of a kind', count: countTwins },
  ...[
    'Entries to Letters',
    'Ledger to Ledger',
    'Orders in',
    'Vault apart',
    'Orders',
    'Clockwork',
    'Gaps',
  ].map((template) =>
    fact(`a cycle of ${template}`, 'cycles/.*/template', `"${template} \\(.*\\)"`),
  ),
  fact('a cycle of a template with a hard name', 'cycles/.*/template', '"- Yes.*"'),
  fact('a cycle of one twin', 'cycles/.*/template', '"Twin \\(twin,north\\)"'),
  fact('a cycle of the other twin', 'cycles/.*/template', '"Twin \\(twin,south\\)"'),
  fact('a cycle of no template', 'cycles/.*/template', 'null'),
  fact('a cycle that somebody began and left', 'cycles/Begun and left/template', 'null'),
  fact('a cycle that was deleted', 'deleted/.*', '.*'),
  {
    name: 'a cycle whose name YAML reads as something else',
    count: (facts) => listNames(facts, 'cycles').filter(isMisread).length,
  },
  fact('a cycle with a description', 'cycles/.*/description', '".*"'),
  fact('a cycle without description', 'cycles/.*/description', 'null'),
  fact('a cycle without tags', 'cycles/.*/tags', '\\[\\]'),
  fact('a cycle with odd tags', 'cycles/.*/tags', '.*- a: b.*'),
  fact('a cycle with retention of its own', 'cycles/.*/retention/success', '0'),
  fact('an active cycle', 'cycles/.*/state', '"Active"'),
  fact('a cycle that was never started', 'cycles/.*/hasRun', 'false'),
  fact('a cycle that has run', 'cycles/.*/hasRun', 'true'),
  { name: 'a paused cycle that was started once', count: countStopped },
  ...[1, 5, 15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 10_080].map((minutes) =>
    fact(`a cycle of every ${minutes} minutes`, 'cycles/.*/schedule', `.*":${minutes},.*`),
  ),
  fact('a cycle that runs once', 'cycles/.*/schedule', '.*"runOnce":true.*'),
  fact('a cycle with a first run to come', 'cycles/.*/schedule', '.*"2099-12-24.*'),
  fact('a cycle whose runs have a phase', 'cycles/.*/schedule', '.*"phase":86399000.*'),
  fact('a webhook', 'cycles/.*/webhook', '.*'),
  fact('a variable', 'cycles/.*/variables/region', '"emea"'),
  fact('a variable without text', 'cycles/.*/variables/.*', '""'),
  fact('a variable without value', 'cycles/.*/variables/.*', 'null'),
  fact('a variable with a name to escape', 'cycles/.*/variables/Größe / ü: #1', '.*'),
  ...(['parameters', 'fields'] as const).flatMap((slot) =>
    ['StaticValue', 'PreviousStep', 'Variable', 'ValueList', 'Lookup', 'Ignore'].map((type) =>
      fact(`${slot} by ${type}`, `cycles/.*/steps/.*/${slot}/.*`, `\\["${type}".*`),
    ),
  ),
  fact('a lookup without label', 'cycles/.*/steps/.*', '\\["Lookup","007",null\\]'),
  fact('a text with merge fields of a step', 'cycles/.*/steps/.*', '\\["StaticValue",".*→.*'),
  fact('a text with other merge fields', 'cycles/.*/steps/.*', '.*LastSuccessfulRunDate format.*'),
  fact('a script', 'cycles/.*/steps/.*', '\\["StaticValue","=\\S.*'),
  fact('a text that is no script', 'cycles/.*/steps/.*', '\\["StaticValue","= not a script"\\]'),
  fact('a text that looks like a number', 'cycles/.*/steps/.*', '\\["StaticValue","007"\\]'),
  fact('a text of several lines', 'cycles/.*/steps/.*', '\\["StaticValue",.*\\\\n.*"\\]'),
  fact('a text that looks like a placeholder', '.*', '.*\\$\\{.*'),
  fact('a sensitive parameter', 'cycles/.*/steps/.*', '\\["secret StaticValue",.*'),
  fact('a second step of its name', 'cycles/.*/steps/2 List entries/connector', '.*'),
  fact('a source in a second step of its name', 'cycles/.*/steps/3 .*', '.*2 List entries →.*'),
  fact('a step with a hard name', 'cycles/.*/steps/\\d Say .*/connector', '.*'),
];

/** How often each feature is met in a fleet, and how many names two of its accounts share. */
export function countFeatures(portrait: Portrait): ReadonlyMap<string, number> {
  const accounts = [...portrait];
  const counts = features.map(({ name, count }) => {
    const sum = accounts.reduce((total, [id, facts]) => total + count(facts, id), 0);
    return [name, sum] as const;
  });
  return new Map([...counts, ...['name', 'cycles', 'connectors'].map(countShared)]);

  function countShared(place: string): readonly [string, number] {
    const named = accounts.map(([, facts]) => new Set(listNames(facts, place)));
    const all = named.flatMap((names) => [...names]);
    return [`equal ${place} in different accounts`, all.length - new Set(all).size];
  }
}

function listNames(facts: Facts, place: string): readonly string[] {
  if (place === 'name') return [facts.get('name') ?? ''];
  return [...facts.keys()].flatMap((path) => {
    const [, name] = new RegExp(`^${place}/(.*)/(?:state|kind)$`, 's').exec(path) ?? [];
    return name === undefined ? [] : [name];
  });
}

// Value that YAML reads from the text without quotes.
function isMisread(text: string): boolean {
  const document = parseDocument(`text: ${text}`);
  return document.errors.length > 0 || document.get('text') !== text;
}

function fact(name: string, path: string, value: string): Feature {
  const [place, text] = [new RegExp(`^${path}$`, 's'), new RegExp(`^${value}$`, 's')];
  return {
    name,
    count: (facts) => [...facts].filter(([at, is]) => place.test(at) && text.test(is)).length,
  };
}

function countWebhookOff(facts: Facts): number {
  const isOff = facts.get('errorWebhook/enabled') === 'false';
  return Number(isOff && facts.get('errorWebhook/url') !== 'null');
}

function countStopped(facts: Facts): number {
  return [...facts].filter(([path, value]) => {
    if (!path.endsWith('/state') || value !== '"Paused"') return false;
    return facts.has(path.replace(/state$/, 'schedule'));
  }).length;
}

function countTwins(facts: Facts): number {
  const kinds = [...facts].filter(([path]) => /^connectors\/.*\/kind$/s.test(path));
  return kinds.length - new Set(kinds.map(([, kind]) => kind)).size;
}
