/** Diagnostics of what is written into Git: export, merge, adopted drift and promote. */
export const writeBackCodes = {
  'left-out': {
    stops: 'command',
    means:
      'A manifest cannot express a part of the account. The part was left out of the file, where a comment names it, and is unchanged in the service.',
    remedy: 'Follow the message and export again, or manage that part in the console.',
  },
  'id-unfit': {
    stops: 'command',
    means: 'The id of an account in the service is not valid in a manifest. No file was written.',
    remedy:
      'An id has only ASCII characters, no spaces, and none of # / ?. Check the account in the console.',
  },
  'name-secret': {
    stops: 'command',
    means:
      'The name of an account in the service may contain a secret. No file was written, because its path and text would expose the name.',
    remedy: 'Rename the account in the console, and export again.',
  },
  'not-proven': {
    stops: 'command',
    means:
      'The manifest exported for an account would change something, or cannot be read back. No file was written.',
    remedy: 'Report it with the text of the message. The account is unchanged.',
  },
  'file-in-the-way': {
    stops: 'command',
    means: 'A file to be written already exists. It was left unchanged.',
    remedy: 'Move or rename it, because file names mean nothing to cyclectl. Then export again.',
  },
  'file-not-written': {
    stops: 'command',
    means:
      'A file could not be written: the disk is full, or its folder is not writable or not a folder. The manifest of the account is unchanged, or was not created.',
    remedy:
      'Follow the message, and export again. Files of cycles that were already written are reused.',
  },
  'file-not-merged': {
    stops: 'command',
    means:
      'A file has several accounts, and one of them could not be read or merged. Nothing was written to the file.',
    remedy: 'Follow the message about the other account, and export again.',
  },
  'value-of-expression': {
    stops: 'command',
    means:
      'A value was changed in the service, and the manifest builds it from an expression that other values take part in.',
    remedy:
      'Change the values that the expression references, or replace the expression with the value.',
  },
  'value-of-anchor': {
    stops: 'command',
    means:
      'A value was changed in the service, and the manifest shares it between several places with an anchor and aliases.',
    remedy: 'Change the anchor to change all places, or replace the alias with the value here.',
  },
  'value-of-elsewhere': {
    stops: 'command',
    means: 'A value was changed in the service, and the manifest takes it from another file.',
    remedy: 'Change it in the file that the message names.',
  },
  'value-of-both': {
    stops: 'command',
    means:
      'A value was changed in the service, and Git has another one that no apply has sent. Writing one would lose the other.',
    remedy:
      'Pass the address of the field to write the value of the service. Otherwise let apply send the value of Git.',
  },
  'value-of-all': {
    stops: 'command',
    means:
      'A value was changed in the service, in every account that has it from one line of a blueprint or a segment. Not clear is whether the change belongs to each account or to all.',
    remedy:
      'Pass --into shared to write it into that line, or --into rows to write it for each account.',
  },
  'value-not-shared': {
    stops: 'nothing',
    means:
      'A value was changed in the service. In the blueprint or segment that gives it, the change would reach other accounts or values, so it was written for its own accounts.',
    remedy: 'To change it for all accounts, edit the line of the blueprint or segment.',
  },
  'value-not-written': {
    stops: 'command',
    means:
      'A value was changed in the service, and no line of a manifest can express the new value.',
    remedy: 'Resolve it manually. Until then a plan shows the difference.',
  },
  'secret-not-written': {
    stops: 'command',
    means:
      'A secret was changed in the service. No command writes it, because it cannot be read, or must not be in a file.',
    remedy: 'Give the reference the new value, or let apply restore the old one.',
  },
  'schedule-not-shown': {
    stops: 'command',
    means:
      'A cycle was started in the service, which does not show its schedule. Its manifest has no schedule any more either.',
    remedy: 'Write its schedule. The next apply sends it.',
  },
  'entry-gone': {
    stops: 'command',
    means: 'The object of an entry was deleted in the service. No command deletes the entry.',
    remedy: 'Remove the entry, or let apply create the object again.',
  },
  'not-ignored': {
    stops: 'command',
    means: 'The drift at an address cannot be ignored.',
    remedy:
      'Follow the message. docs/guides/handle-drift.md of the package lists what can be ignored.',
  },
  'environment-bound': {
    stops: 'command',
    means:
      'A promoted value may be valid only in its source environment: an address, an id, or a value from a list of a third party.',
    remedy: `Define it as a variable of both environments and write \${vars.NAME}, or keep it if it is the same in both.`,
  },
  'credential-not-carried': {
    stops: 'command',
    means: 'A value that was changed in the service may be a secret. It was not promoted.',
    remedy:
      'Write a reference in the manifest, {env: NAME}. Rotate the secret if it was entered where people can read it.',
  },
  'not-in-target': {
    stops: 'command',
    means:
      'An account has no id in the target environment, and neither its state nor one account there shows it. It was not compared.',
    remedy:
      'Write its id for that environment under spec.ids, or ignore this if the account exists only in the source environment.',
  },
  'cycle-of-no-manifest': {
    stops: 'command',
    means: 'A cycle was created in the service, and no manifest has it. It was not promoted.',
    remedy: 'Export it as a cycle file and import that into the manifest.',
  },
  'cycle-of-layer': {
    stops: 'command',
    means:
      'An imported cycle has the key of one that a row gets from a blueprint or a segment, as other accounts do. Nothing was written.',
    remedy: 'Change the line that the message names, write an override, or choose a new key.',
  },
  'cycle-file-conflict': {
    stops: 'command',
    means:
      'Cycles of one cycle file were changed in different ways. None of these changes was promoted.',
    remedy: 'Make the cycles equal in the service, or give each its own cycle file.',
  },
  'cycle-file-shared': {
    stops: 'command',
    means: 'A cycle changed its cycle file, and other cycles are created from that file too.',
    remedy: 'The next apply changes them as well. To prevent this, give the cycle its own file.',
  },
} as const;
