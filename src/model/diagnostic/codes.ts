import { adoptCodes } from './codes/adopt-codes.ts';
import { callCodes } from './codes/call-codes.ts';
import { cliCodes } from './codes/cli-codes.ts';
import { cycleFileCodes } from './codes/cycle-file-codes.ts';
import { exportCodes } from './codes/export-codes.ts';
import { planCodes } from './codes/plan-codes.ts';
import { promoteCodes } from './codes/promote-codes.ts';
import { revertCodes } from './codes/revert-codes.ts';
import { runCodes } from './codes/run-codes.ts';
import { templateCodes } from './codes/template-codes.ts';
import { trustCodes } from './codes/trust-codes.ts';
import { writeBackCodes } from './codes/write-back-codes.ts';
import { liveCodes } from './live-codes.ts';

/** One entry of the catalogue: what the code means and what to do about it. */
type CodeText = { readonly means: string; readonly remedy: string };

/**
 * The closed catalogue of diagnostics; the key is the code. docs/reference/errors.md is generated from it.
 * Sections follow the corridor.
 */
export const codes = {
  // load
  'project-missing': {
    means: 'There is no cyclectl.yaml in the project folder.',
    remedy: 'Run cyclectl in the folder that has it, or name that folder with -C.',
  },
  'folder-missing': {
    means: 'A folder of manifests that the project names is not there.',
    remedy: 'Create it, or name the folders that you have under spec.manifests of cyclectl.yaml.',
  },
  'file-unreadable': {
    means: 'A file that the project names cannot be read as text.',
    remedy: 'Check that it exists inside the project folder, is UTF-8 text and smaller than 1 MiB.',
  },
  'file-passed-over': {
    means: 'A file that a reader may take for a manifest is not read.',
    remedy:
      'Put a regular file that ends in .yaml in its place, or move it out of the folders of manifests.',
  },
  'file-changed': {
    means: 'A manifest changed while cyclectl was at work.',
    remedy: 'Run the command again when nothing else writes to the project folder.',
  },
  'yaml-syntax': {
    means: 'The file is not YAML that cyclectl reads.',
    remedy: 'Look at the marked place; quote keys and values that hold special characters.',
  },
  'merge-conflict': {
    means: 'A file has the marks of a merge that was not finished.',
    remedy:
      'Keep what each conflict should say, and delete its lines <<<<<<<, ======= and >>>>>>>.',
  },
  'yaml-version': {
    means: 'The file asks for another version of YAML; cyclectl reads YAML 1.2.',
    remedy: 'Remove the %YAML line. In YAML 1.2 yes, no, on and off are text and 010 is ten.',
  },
  'yaml-key': {
    means: 'A key is a map, a list, an alias or nothing.',
    remedy: 'Write text as key; a key with a [, {, * or & at its start wants quotes.',
  },
  'yaml-duplicate-key': {
    means: 'A map has the same key twice.',
    remedy: 'Keep one of the two lines.',
  },
  'yaml-tag': {
    means: 'A value has a tag (!name) that is not of the YAML core schema.',
    remedy: 'Remove the tag; quote the value when it starts with an exclamation mark.',
  },
  'yaml-alias': {
    means: 'An alias (*name) names no anchor before it, holds itself, or is one of too many.',
    remedy:
      'Set the anchor (&name) earlier in the same document; at most 100 aliases are followed.',
  },
  'yaml-merge-key': {
    means: 'A map has a merge key (<<), which is not part of YAML 1.2.',
    remedy: 'Write the keys out.',
  },
  'empty-value': {
    means: 'A key or list entry has nothing after it, which YAML reads as null.',
    remedy: 'Write null to clear it, or remove the line.',
  },
  'empty-document': {
    means: 'A manifest file, or a document in it, is empty.',
    remedy: 'Remove the file, or the line --- that begins a document without content.',
  },
  'document-misplaced': {
    means: 'cyclectl.yaml holds more than the one document of kind Project.',
    remedy: 'Move accounts to files of their own in a folder of manifests.',
  },

  // validate
  'unknown-kind': {
    means: 'A document says no kind, or one that cyclectl does not know at this place.',
    remedy: 'cyclectl.yaml is a Project; documents in the folders of manifests are Accounts.',
  },
  'unknown-key': {
    means: 'A map has a key that means nothing there.',
    remedy: 'Correct its spelling or remove the line; cyclectl schema KIND lists the keys.',
  },
  'missing-key': {
    means: 'A map lacks a key that it must have.',
    remedy: 'Add the line.',
  },
  'wrong-type': {
    means: 'A value is of another type than its key takes, such as a number where text belongs.',
    remedy: 'Write the type that the message names; quotes make text of a number.',
  },
  'wrong-value': {
    means: 'A value is of the right type but not one that its key takes.',
    remedy: 'Write a value that the message allows; cyclectl schema KIND describes the key.',
  },
  'wrong-form': {
    means: 'A value can be written in several forms, and this is none of them.',
    remedy: 'Write one of the forms that the message lists.',
  },
  'null-not-allowed': {
    means: 'A key is null that cannot be cleared.',
    remedy: 'Remove the line to leave it unmanaged, or write a value.',
  },
  'secret-literal': {
    means: 'A secret stands in the manifest itself.',
    remedy: 'Write a reference, {env: NAME} or {file: PATH}, and change the secret: it was seen.',
  },
  'looks-like-secret': {
    means:
      'A text of a manifest has the form of a key of a known maker, such as an access key of AWS.',
    remedy: 'Write a reference, {env: NAME} or {file: PATH}, and change the secret: it was seen.',
  },
  'plain-http': {
    means: 'The error webhook of an account has an address without TLS.',
    remedy: 'Write https:// where the receiver takes it.',
  },
  'account-id': {
    means: 'An account says its id in the service not at all, or in two ways.',
    remedy: 'Write id when it is the same in every environment, ids by environment otherwise.',
  },
  'unknown-environment': {
    means: 'A manifest names an environment that cyclectl.yaml does not have.',
    remedy: 'Correct its spelling, or add the environment to cyclectl.yaml.',
  },
  interpolation: {
    means: `A placeholder, \${…}, is not closed, names nothing that is known, or may not stand there.`,
    remedy: `Write \${vars.NAME} in a value under spec of an account, or $\${ for a literal \${.`,
  },
  'unknown-variable': {
    means: 'A placeholder names a variable that an environment of the account does not have.',
    remedy: 'Write it under spec.environments.ENVIRONMENT.variables of cyclectl.yaml.',
  },
  ignore: {
    means:
      'An entry under ignore is about no field and no object, or about an environment that there is not.',
    remedy: 'Let cyclectl drift --ignore write it; docs/guides/handle-drift.md shows the form.',
  },
  ownership: {
    means: 'A line under ownership is about no field, or about one that cannot be owned so.',
    remedy:
      'Write a path as docs/reference/fields.md has it, with * for any name; docs/guides/delegate-fields.md says what can be owned.',
  },
  'unknown-timezone': {
    means: 'A time zone is not an IANA name, or not in its spelling.',
    remedy: 'Write a name such as Europe/Berlin or UTC; offsets and abbreviations are refused.',
  },
  'name-not-unique': {
    means: 'Two connectors or two cycles of an account would have the same name in the service.',
    remedy: 'Give one of them another displayName; without one the key is the name.',
  },
  'renamed-from-entry': {
    means: 'An entry says that it had a key before which is an entry of its own, or that of two.',
    remedy: 'Keep the old entry or the line renamedFrom, and that line in one entry alone.',
  },
  'number-form': {
    means: 'A number that is sent as text is written in a form that YAML does not keep.',
    remedy: 'Put quotes around it, so that it is sent as it stands.',
  },
  'expression-form': {
    means: 'A mapping is evaluated by the service and not written as expression, or the reverse.',
    remedy: 'Write {expression: …} for text with {{ }} or = at its start, plain text otherwise.',
  },
  'unknown-connector': {
    means: 'A cycle uses an installed connector that the account does not have.',
    remedy: 'Name a key of the connectors of the same account, or add the connector.',
  },
  'schedule-without-state': {
    means: 'A cycle has a schedule and no state, so that nothing would ever send the schedule.',
    remedy: 'Write state: active or state: paused beside it.',
  },
  'check-not-safe': {
    means: 'A check does not say that its method is safe to be called at any time.',
    remedy: 'Write safe: true where the method only reads; a check of any other is never made.',
  },
  'duplicate-account': {
    means: 'Two documents describe an account of the same key. Neither is planned.',
    remedy: 'Keep one, or give the other its own metadata.name.',
  },
  'duplicate-account-id': {
    means: 'Two keys stand for one account of the service. Neither is planned.',
    remedy: 'Give each its own id, or keep one of the manifests.',
  },
  'world-name': {
    means: 'A world file names a connector, template, method or the like that it does not have.',
    remedy: 'Write one of the names that it has, or add what is missing.',
  },
  'world-rule': {
    means: 'A world file breaks a rule of the service that it describes.',
    remedy: 'Correct the world file; cyclectl schema world describes it.',
  },
  ...cycleFileCodes,
  ...templateCodes,
  ...liveCodes,
  ...adoptCodes,
  ...revertCodes,
  ...planCodes,
  ...callCodes,
  ...runCodes,
  ...trustCodes,
  ...exportCodes,
  ...writeBackCodes,
  ...promoteCodes,
  ...cliCodes,
} as const satisfies Record<string, CodeText>;

export type DiagnosticCode = keyof typeof codes;
