/** A text by its lines. Offsets count UTF-16 units; a byte order mark belongs to no line. */
export class TextLines {
  readonly text: string;
  /** How lines end here, `\n` or `\r\n`, by the first of them. */
  readonly lineEnd: string;

  constructor(text: string) {
    this.text = text;
    this.lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
  }

  /** Where the line begins that has this offset. */
  startOf(offset: number): number {
    const before = offset === 0 ? 0 : this.text.lastIndexOf('\n', offset - 1) + 1;
    return before === 0 && this.text.startsWith('\ufeff') ? 1 : before;
  }

  /** Where its characters end, before the line end. */
  endOf(offset: number): number {
    const next = this.text.indexOf('\n', offset);
    if (next === -1) return this.text.length;
    return next > offset && this.text[next - 1] === '\r' ? next - 1 : next;
  }

  /** Where the next line begins. */
  nextOf(offset: number): number {
    const next = this.text.indexOf('\n', offset);
    return next === -1 ? this.text.length : next + 1;
  }

  /** How far from the beginning of its line an offset is. */
  columnOf(offset: number): number {
    return offset - this.startOf(offset);
  }

  /** Returns whether only spaces precede an offset in its line. */
  isFirst(offset: number): boolean {
    return /^[ \t]*$/.test(this.text.slice(this.startOf(offset), offset));
  }

  /** Returns whether only a comment follows an offset in its line. */
  isLast(offset: number): boolean {
    return /^(?:[ \t]*|[ \t]+#.*)$/.test(this.text.slice(offset, this.endOf(offset)));
  }

  /** The line that has an offset, without its end. */
  lineOf(offset: number): string {
    return this.text.slice(this.startOf(offset), this.endOf(offset));
  }

  /** Line and column of an offset, both from 1. */
  placeOf(offset: number): { readonly line: number; readonly column: number } {
    const line = this.text.slice(0, offset).split('\n').length;
    return { line, column: this.columnOf(offset) + 1 };
  }
}
