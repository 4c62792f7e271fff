/** The solver speaks English. Its sentences are told apart by patterns, English templates with {{values}}, of their code. */

/** Keys of a code: itself, and variants as CODE~name. */
export const keysOf = (patterns: Readonly<Record<string, string>>, code: string): string[] =>
  Object.keys(patterns).filter((key) => key === code || key.startsWith(`${code}~`));

/** The values in a sentence that a pattern fits; undefined if it does not. */
export function valuesIn(pattern: string, sentence: string): Record<string, string> | undefined {
  const source = pattern
    .split(/(\{\{\w+\}\})/)
    .map((piece) => {
      const name = /^\{\{(\w+)\}\}$/.exec(piece)?.[1];
      return name === undefined ? piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${name}>.+?)`;
    })
    .join('');
  const match = new RegExp(`^${source}$`, 's').exec(sentence.trim());
  return match ? { ...match.groups } : undefined;
}

/** A number of the solver as a language writes it, and its "Surface 3" as the language names that; any other text as it is. */
export function localized(value: string, language: string, surface = (n: string) => `Surface ${n}`): string {
  const numbered = /^Surface (\d+)(?= |$)/.exec(value);
  if (numbered) return surface(numbered[1]!) + value.slice(numbered[0].length);
  if (language === 'en' || !/^(λ\/)?[+-]?\d+(\.\d+)?(e[+-]?\d+)?( λ)?$/i.test(value)) return value;
  return value.replace('.', ',');
}

/** "3 triangles are" → "3": the translation has its own word for what is counted. */
export const counted = (value: string): string => /^\d+(?= )/.exec(value)?.[0] ?? value;

/** A value that is put together of phrases, each said in the other language; longer ones first. */
export function withPhrases(
  value: string,
  english: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
  language: string,
): string {
  const said = Object.entries(english)
    .sort(([, a], [, b]) => b.length - a.length)
    .reduce((text, [key, phrase]) => text.replaceAll(phrase, own[key] ?? phrase), value);
  return language === 'en' ? said : said.replace(/(\d)\.(?=\d)/g, '$1,');
}
