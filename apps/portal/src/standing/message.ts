/** Messages of what standing questions found: plain text, and the same as HTML that takes a client's own colours. */
import type { Digest } from '@tidewaiter/accounts';
import { dayOf, findingInWords, type ToldFinding, writtenWords } from '@tidewaiter/contract';

/** Where a person chooses how often they are written to. */
const FOLLOWING_PATH = '/following';

/** Where messages of what is found end with one press. */
export const END_PATH = '/watch-mail/end';

/** A finding as it is told. */
interface ToldByName {
  questionName: string;
  finding: ToldFinding;
  foundAt: Date;
  link: string;
  beforeLink: string | null;
}

type ToldDigest = Omit<Digest, 'found' | 'withdrawn'> & {
  found: readonly ToldByName[];
  withdrawn: readonly ToldByName[];
};

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`).replace(/\p{Cc}+/gu, ' ');

/** What lies under one question, in the order in which it was found. */
function byQuestion(found: readonly ToldByName[]): [string, ToldByName[]][] {
  const groups = new Map<string, ToldByName[]>();
  for (const one of found) groups.set(one.questionName, [...(groups.get(one.questionName) ?? []), one]);
  return [...groups];
}

/** A message of what was found since the one before, with numbers as the person writes them. */
export function digestMessage({ user, found, more, withdrawn, endToken }: ToldDigest, publicUrl: string) {
  const at = (path: string) => new URL(path, publicUrl).href;
  const endAt = at(`${END_PATH}?token=${endToken}`);
  const words = writtenWords(user.numberSystem);
  const total = found.length + more;
  const [only] = byQuestion(found);
  const news = `${words.count(total)} ${total === 1 ? 'finding' : 'findings'}`;
  const subject =
    total === 0
      ? 'Taken back by what you follow'
      : `${news} of ${byQuestion(found).length === 1 && only ? only[0] : 'what you follow'}`;
  const rest = more === 0 ? [] : [`And ${words.count(more)} more, on your dashboard.`];
  const sections = [
    ...byQuestion(found).map(([name, some]) => ({
      name,
      lines: some.map((one) => ({ said: findingInWords(one.finding, words), one })),
    })),
    ...byQuestion(withdrawn).map(([name, some]) => ({
      name: `Taken back: ${name}`,
      lines: some.map((one) => ({
        said:
          one.finding.signal === 'GONE'
            ? `What was found on ${words.day(dayOf(one.foundAt))} is there no more.`
            : `${findingInWords(one.finding, words)}. These records have been removed or corrected since.`,
        one,
      })),
    })),
  ];
  const text = [
    `Hello ${user.firstname.replace(/\p{Cc}+/gu, ' ')},`,
    ...sections.map(({ name, lines }) =>
      [name, ...lines.map(({ said, one }) => `- ${said}\n  ${at(one.link)}`)].join('\n'),
    ),
    ...rest,
    `How often you are written to: ${at(FOLLOWING_PATH)}\nNo more such messages: ${endAt}`,
    'Tidewaiter',
  ].join('\n\n');
  const link = (href: string, words: string) => `<a href="${escaped(href)}">${escaped(words)}</a>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title></head>
<body style="font:15px/1.5 system-ui,sans-serif;max-width:40em;margin:0 auto;padding:16px">
<p>Hello ${escaped(user.firstname)},</p>
${sections
  .map(
    ({ name, lines }) =>
      `<h2 style="font-size:17px;margin:24px 0 4px">${escaped(name)}</h2>\n<ul style="margin:0;padding-left:20px">\n${lines
        .map(({ said, one }) => {
          const before = one.beforeLink === null ? '' : ` · ${link(at(one.beforeLink), 'compared with')}`;
          return `<li style="margin:8px 0">${escaped(said)}<br>${link(at(one.link), 'Show these records')}${before}</li>`;
        })
        .join('\n')}\n</ul>`,
  )
  .join('\n')}
${rest.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
<p style="margin-top:32px;font-size:13px">${link(at(FOLLOWING_PATH), 'How often you are written to')} · ${link(endAt, 'No more such messages')}</p>
<p>Tidewaiter</p>
</body></html>
`;
  return { to: user.email, subject: subject.replace(/\p{Cc}+/gu, ' ').slice(0, 200), text: `${text}\n`, html, endAt };
}
