/** Diagnostics of what the service has and a manifest should say, where it cannot simply be written there. */
export const writeBackCodes = {
  'value-of-expression': {
    means:
      'A value has moved in the service, and the manifest makes it of an expression: other places have a part in it.',
    remedy: 'Change what the expression names, or write the value out in its place.',
  },
  'value-of-anchor': {
    means:
      'A value has moved in the service, and the manifest shares it between places by an anchor and aliases.',
    remedy: 'Change the anchor if all places shall have it, or write the value out in this one.',
  },
  'value-of-elsewhere': {
    means: 'A value has moved in the service, and another file gives it to the manifest.',
    remedy: 'Change it where the message says.',
  },
  'value-of-both': {
    means:
      'A value has moved in the service, and Git has one that no apply has sent: to write the one would lose the other.',
    remedy:
      'Give the address of the field to write what the service has; else let apply send what Git has.',
  },
  'value-not-written': {
    means: 'A value has moved in the service, and no line of a manifest says what is there now.',
    remedy: 'Decide by hand; until then a plan shows the difference.',
  },
  'secret-not-written': {
    means:
      'A secret has changed in the service. No command writes it: what is there cannot be read, or must not stand in a file.',
    remedy: 'Give the reference the new value, or let apply put the one back that it has.',
  },
  'schedule-not-shown': {
    means:
      'A cycle was started in the service, which does not show when it runs: its manifest no longer says it either.',
    remedy: 'Write its schedule, and the next apply sends it.',
  },
  'entry-gone': {
    means: 'What an entry stands for was deleted in the service. No command deletes the entry.',
    remedy: 'Remove the entry, or let apply make it again.',
  },
  'not-ignored': {
    means: 'What was to be ignored has not moved, is not there, or cannot be ignored.',
    remedy:
      'Name an address as cyclectl drift prints it; docs/guides/handle-drift.md says what can be ignored.',
  },
} as const;
