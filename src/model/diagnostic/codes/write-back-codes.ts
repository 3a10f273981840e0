/** Diagnostics of live changes that cannot be written into a manifest. */
export const writeBackCodes = {
  'value-of-expression': {
    means:
      'A value was changed in the service, and the manifest builds it from an expression that other values take part in.',
    remedy:
      'Change the values that the expression references, or replace the expression with the value.',
  },
  'value-of-anchor': {
    means:
      'A value was changed in the service, and the manifest shares it between several places with an anchor and aliases.',
    remedy: 'Change the anchor to change all places, or replace the alias with the value here.',
  },
  'value-of-elsewhere': {
    means: 'A value was changed in the service, and the manifest takes it from another file.',
    remedy: 'Change it in the file that the message names.',
  },
  'value-of-both': {
    means:
      'A value was changed in the service, and Git has another one that no apply has sent. Writing one would lose the other.',
    remedy:
      'Pass the address of the field to write the value of the service. Otherwise let apply send the value of Git.',
  },
  'value-not-written': {
    means:
      'A value was changed in the service, and no line of a manifest can express the new value.',
    remedy: 'Resolve it manually. Until then a plan shows the difference.',
  },
  'secret-not-written': {
    means:
      'A secret was changed in the service. No command writes it, because it cannot be read, or must not be in a file.',
    remedy: 'Give the reference the new value, or let apply restore the old one.',
  },
  'schedule-not-shown': {
    means:
      'A cycle was started in the service, which does not show its schedule. Its manifest has no schedule any more either.',
    remedy: 'Write its schedule. The next apply sends it.',
  },
  'entry-gone': {
    means: 'The object of an entry was deleted in the service. No command deletes the entry.',
    remedy: 'Remove the entry, or let apply create the object again.',
  },
  'not-ignored': {
    means: 'The address to ignore has no drift, does not exist, or cannot be ignored.',
    remedy:
      'Pass an address as cyclectl drift prints it. docs/guides/handle-drift.md lists what can be ignored.',
  },
} as const;
