import { applyCodes } from './codes/apply-codes.ts';
import { callCodes } from './codes/call-codes.ts';
import { catalogCodes } from './codes/catalog-codes.ts';
import { cliCodes } from './codes/cli-codes.ts';
import { cycleFileCodes } from './codes/cycle-file-codes.ts';
import { fleetCodes } from './codes/fleet-codes.ts';
import { liveCodes } from './codes/live-codes.ts';
import { planCodes } from './codes/plan-codes.ts';
import { runCodes } from './codes/run-codes.ts';
import { writeBackCodes } from './codes/write-back-codes.ts';

/** The effects of an error, and their meanings. */
export const stopMeanings = {
  reading: 'reading the account: no command compares it or plans it',
  object:
    'planning the object and what depends on it: the rest of its account is planned, and drift compares all of it',
  planning: 'planning the account: drift and other commands that only read still compare it',
  applying: 'the apply, or the part of it that depends on this',
  command: 'the command, or the part of it that the message is about',
  nothing: 'nothing: it is reported beside the results',
} as const;

type Stop = keyof typeof stopMeanings;

/** One entry of the catalog. Errors that only matter for a write never stop a read. */
type CodeEntry = { readonly stops: Stop; readonly means: string; readonly remedy: string };

/**
 * The closed catalog of diagnostics; the key is the code. docs/reference/errors.md is generated
 * from it, in the order of the stages.
 */
export const codes = {
  // load
  'project-missing': {
    stops: 'command',
    means: 'The project folder has no cyclectl.yaml.',
    remedy: 'Run cyclectl in its folder, or name that with -C. cyclectl init creates a project.',
  },
  'folder-missing': {
    stops: 'reading',
    means: 'A folder of manifests that cyclectl.yaml names does not exist.',
    remedy: 'Create it, or list the folders that exist under spec.manifests of cyclectl.yaml.',
  },
  'file-unreadable': {
    stops: 'reading',
    means: 'A file of the project cannot be read as text.',
    remedy: 'Check that it exists inside the project folder, is UTF-8 text and smaller than 1 MiB.',
  },
  'file-passed-over': {
    stops: 'reading',
    means: 'A file that looks like a manifest is not read.',
    remedy:
      'Replace it with a regular file that ends in .yaml, or with a folder, or move it out of the folders of manifests.',
  },
  'file-changed': {
    stops: 'reading',
    means: 'A manifest changed while cyclectl was reading or writing it.',
    remedy: 'Run the command again when no other program writes to the project folder.',
  },
  'yaml-syntax': {
    stops: 'reading',
    means: 'The file is not valid YAML, or uses a form of it that cyclectl does not read.',
    remedy:
      'Check the marked line. Put quotes around keys and values that contain special characters.',
  },
  'merge-conflict': {
    stops: 'reading',
    means: 'A file contains the markers of an unresolved merge conflict.',
    remedy: 'Resolve each conflict, and delete the lines <<<<<<<, ======= and >>>>>>>.',
  },
  'yaml-version': {
    stops: 'reading',
    means: 'The file declares another version of YAML; cyclectl reads YAML 1.2.',
    remedy: 'Remove the %YAML line. In YAML 1.2 yes, no, on and off are text and 010 is ten.',
  },
  'yaml-key': {
    stops: 'reading',
    means: 'A key is a map, a list, an alias or empty.',
    remedy: 'Write text as the key. Put quotes around a key that starts with [, {, * or &.',
  },
  'yaml-duplicate-key': {
    stops: 'reading',
    means: 'A map has the same key twice.',
    remedy: 'Keep one of the two lines.',
  },
  'yaml-tag': {
    stops: 'reading',
    means: 'A value has a tag (!name) that is not part of the YAML core schema.',
    remedy: 'Remove the tag. Put quotes around a value that starts with an exclamation mark.',
  },
  'yaml-alias': {
    stops: 'reading',
    means:
      'An alias (*name) has no anchor before it, contains itself, or exceeds the limit of aliases.',
    remedy:
      'Quote a text that begins with *. For an alias, set the anchor (&name) earlier in the same document; at most 100 aliases are followed.',
  },
  'yaml-merge-key': {
    stops: 'reading',
    means: 'A map has a merge key (<<), which is not part of YAML 1.2.',
    remedy: 'Write out the keys that it merges.',
  },
  'empty-value': {
    stops: 'reading',
    means: 'A key or a list entry has no value, which YAML reads as null.',
    remedy: 'Write null to clear the field, or remove the line.',
  },
  'empty-document': {
    stops: 'reading',
    means: 'A manifest file, or a document in it, is empty.',
    remedy: 'Remove the file, or the line --- that starts the empty document.',
  },
  'document-misplaced': {
    stops: 'reading',
    means: 'cyclectl.yaml holds more than one document; it takes one, of kind Project.',
    remedy: 'Move accounts to files of their own in a folder of manifests.',
  },

  // validate
  'unknown-kind': {
    stops: 'reading',
    means: 'A document has no kind, or a kind that is not allowed in its file.',
    remedy: 'Write kind: Project in cyclectl.yaml, and kind: Account in the folders of manifests.',
  },
  'unknown-key': {
    stops: 'reading',
    means: 'A map has a key that is not defined there.',
    remedy: 'Correct its spelling or remove the line. cyclectl schema KIND lists the keys.',
  },
  'missing-key': {
    stops: 'reading',
    means: 'A required key is missing.',
    remedy: 'Add the line.',
  },
  'wrong-type': {
    stops: 'reading',
    means: 'A value has the wrong type for its key, such as a number where text is expected.',
    remedy: 'Write a value of the type that the message names. Quotes turn a number into text.',
  },
  'wrong-value': {
    stops: 'reading',
    means: 'A value has the right type, but its key does not allow it.',
    remedy: 'Write a value that the message allows. cyclectl schema KIND describes the key.',
  },
  'wrong-form': {
    stops: 'reading',
    means: 'A value matches none of the forms that its key accepts.',
    remedy: 'Write one of the forms that the message lists.',
  },
  'null-not-allowed': {
    stops: 'reading',
    means: 'A key is null, but its field cannot be cleared.',
    remedy: 'Remove the line to leave the field unmanaged, or write a value.',
  },
  'secret-literal': {
    stops: 'reading',
    means: 'A manifest contains a secret as plain text.',
    remedy:
      'Write a reference, {env: NAME} or {file: PATH}, and rotate the secret, because it was exposed.',
  },
  'looks-like-secret': {
    stops: 'nothing',
    means: 'A text of a manifest has the format of a known kind of access key, such as one of AWS.',
    remedy:
      'Write a reference, {env: NAME} or {file: PATH}, and rotate the secret, because it was exposed.',
  },
  'plain-http': {
    stops: 'nothing',
    means: 'The error webhook of an account has an address without TLS.',
    remedy: 'Use https:// if the receiver supports it.',
  },
  'word-unknown': {
    stops: 'nothing',
    means:
      'errorAction or collectionSplit of a cycle has none of the known words of the service. validate warns of one that is like a known word, a plan of any that it writes.',
    remedy:
      'Write a known word, or the one that an export of such a cycle has. The service refuses words that it does not have.',
  },
  'account-id': {
    stops: 'reading',
    means: 'An account has neither id nor ids, or has both.',
    remedy:
      'Write id if it is the same in every environment; otherwise write ids, one per environment.',
  },
  'unknown-environment': {
    stops: 'reading',
    means: 'A manifest names an environment that cyclectl.yaml does not define.',
    remedy: 'Correct its spelling, or add the environment to cyclectl.yaml.',
  },
  interpolation: {
    stops: 'reading',
    means: `A placeholder, \${…}, is not closed, references an unknown name, or is not allowed at this place.`,
    remedy: `Write \${vars.NAME} in a value under spec of an account, or $\${ for a literal \${.`,
  },
  'unknown-variable': {
    stops: 'reading',
    means:
      'A placeholder references a variable that an environment of the account does not define.',
    remedy: 'Define it under spec.environments.ENVIRONMENT.variables of cyclectl.yaml.',
  },
  ignore: {
    stops: 'reading',
    means:
      'An entry under ignore matches no field and no object, or names an environment that does not exist.',
    remedy:
      'Let cyclectl drift --ignore write the entry. docs/guides/handle-drift.md of the package shows its form.',
  },
  ownership: {
    stops: 'reading',
    means: 'A line under ownership matches no field, or a field that cannot be owned in this way.',
    remedy:
      'Write a path as in docs/reference/fields.md of the package, with * for any name. docs/guides/delegate-fields.md there lists the fields that can be owned.',
  },
  'drift-rule': {
    stops: 'reading',
    means:
      'A rule under drift in cyclectl.yaml matches nothing that drift compares with the baseline, or has the path of another rule. A warning if it names a connector or cycle that no manifest has.',
    remedy:
      'Write a path as in docs/reference/members.md of the package, with * for any name, and one rule per path.',
  },
  'unknown-timezone': {
    stops: 'reading',
    means: 'A time zone is not an IANA name, or is spelled differently.',
    remedy:
      'Write a name such as Europe/Berlin or UTC. Offsets and abbreviations are not accepted.',
  },
  'name-not-unique': {
    stops: 'reading',
    means: 'Two connectors or two cycles of an account would have the same name in the service.',
    remedy: 'Give one of them another displayName. Without a displayName, the key is the name.',
  },
  'renamed-from-entry': {
    stops: 'reading',
    means:
      'An entry has a renamedFrom whose key still has an entry, or that another entry names too.',
    remedy:
      'Keep either the old entry or the line renamedFrom, and write that line in one entry only.',
  },
  'number-form': {
    stops: 'reading',
    means: 'A number that is sent as text is written in a format that YAML changes.',
    remedy: 'Put quotes around it, so that it is sent exactly as written.',
  },
  'expression-form': {
    stops: 'reading',
    means: 'A mapping that the service evaluates is not written as expression, or the reverse.',
    remedy:
      'Write {expression: …} for text that contains {{ }} or starts with =, and plain text otherwise.',
  },
  'unknown-connector': {
    stops: 'reading',
    means: 'A cycle uses an installed connector that the account does not have.',
    remedy: 'Write a key under connectors of the same account, or add the connector.',
  },
  'schedule-without-state': {
    stops: 'reading',
    means: 'A cycle has a schedule and no state, so the schedule would never be sent.',
    remedy: 'Add state: active or state: paused to the cycle.',
  },
  'check-not-safe': {
    stops: 'reading',
    means: 'A health check does not declare that its method is safe to call at any time.',
    remedy:
      'Write safe: true if the method only reads. cyclectl never calls any other method as a health check.',
  },
  'duplicate-account': {
    stops: 'reading',
    means: 'Two documents describe an account with the same key. Neither is planned.',
    remedy: 'Keep one, or give the other its own metadata.name.',
  },
  'duplicate-account-id': {
    stops: 'reading',
    means: 'Two keys refer to one account of the service. Neither is planned.',
    remedy: 'Give each its own id, or keep one of the manifests.',
  },
  'world-name': {
    stops: 'command',
    means:
      'A world file references a connector, template, method or another name that it does not define.',
    remedy: 'Write a name that it defines, or add the missing definition.',
  },
  'world-rule': {
    stops: 'command',
    means: 'A world file breaks a rule of the service that it describes.',
    remedy: 'Correct the world file. cyclectl schema world describes it.',
  },
  ...cycleFileCodes,
  // catalog.json
  ...fleetCodes,
  ...catalogCodes,
  ...liveCodes,
  ...applyCodes,
  ...planCodes,
  ...callCodes,
  ...runCodes,
  ...writeBackCodes,
  ...cliCodes,
} as const satisfies Record<string, CodeEntry>;

export type DiagnosticCode = keyof typeof codes;
