/** Diagnostics of cycle files. */
export const cycleFileCodes = {
  'cycle-file-json': {
    means:
      'A cycle file is not JSON that can be read: badly formed, nested too deeply, or a member stands twice.',
    remedy: 'Look at the marked place, or export the cycle again.',
  },
  'cycle-file-format': {
    means: 'The file is no cycle file, or is of a format that this version does not read.',
    remedy: 'Write cycle files with cyclectl export ACCOUNT/cycles/KEY --out FILE.',
  },
  'cycle-file-shape': {
    means:
      'A part of a cycle file is missing, stands twice, or is of another type than it has to be.',
    remedy: 'Mend the marked place, or export the cycle again.',
  },
  'cycle-file-name': {
    means: 'A cycle file names a step, parameter, field or variable that it does not have.',
    remedy: 'Write one of the names that it has.',
  },
  'cycle-file-flow': {
    means:
      'The edges of a cycle file lead in a circle, or a step takes values from one that comes after it.',
    remedy: 'Let each edge lead on from what runs first.',
  },
  'cycle-file-blob': {
    means:
      'An opaque part of an export, which lies beside its cycle file, is missing or is not the one that the file means.',
    remedy: 'Commit the .blob files together with their cycle file, as export wrote them.',
  },
  'cycle-file-unexplained': {
    means:
      'An id stands in a cycle file that nothing in the export explains. It means nothing elsewhere.',
    remedy:
      'Look at the marked place; where it matters, the cycle that is made from the file lacks it.',
  },
  'cycle-file-missing': {
    means: 'A cycle file that a manifest names cannot be read as text.',
    remedy: 'Check that it exists inside the project folder; cyclectl import puts one there.',
  },
  'cycle-file-secret': {
    means:
      'A secret stood where a cycle was exported. It is no part of the file, and the manifest does not give it.',
    remedy: 'Write it in the cycle as a reference, such as {env: NAME_OF_A_VARIABLE}.',
  },
  'cycle-file-changed': {
    means:
      'A cycle has the name of an entry, and other steps, connectors, edges or settings than its file. It is not bound yet, so that nothing tells whether the file shall replace it.',
    remedy:
      'Bind it with cyclectl adopt if it is the one; else give the entry another displayName.',
  },
  'cycle-file-not-kept': {
    means:
      'The service made a cycle from its file, answered with success, and built it otherwise. It is not started, takes the place of none, and is not made again from the same file.',
    remedy:
      'Write into the file what the service keeps: cyclectl export ADDRESS --out FILE. Or put back what the file said before.',
  },
  'cycle-file-target': {
    means:
      'The service lacks what a cycle file is made of: a connector of that version, a method, or one of its fields.',
    remedy:
      'Install the release in that service, or export the cycle from one that has the same releases.',
  },
} as const;
