import type { Language, Message } from './messages.ts';

/** Under every mail: who writes and why. */
const FOOTER: Record<Language, string> = {
  en: 'Pace, radar cross section in the browser. You receive this mail because this address was used there.',
  tr: 'Pace, tarayıcıda radar kesit alanı. Bu iletiyi, adresiniz orada kullanıldığı için aldınız.',
};
const LINK_BY_HAND: Record<Language, string> = {
  en: 'If the button does not work, copy this address into your browser:',
  tr: 'Düğme çalışmıyorsa bu adresi tarayıcınıza kopyalayın:',
};

export function textOf({ paragraphs, action, language }: Message): string {
  return `${[...paragraphs, ...(action ? [action.link] : []), `-- \n${FOOTER[language]}`].join('\n\n')}\n`;
}

/** One column, tables and inline styles: what mail programs understand. Everything that is not ours is escaped. */
export function htmlOf({ subject, paragraphs, action, language }: Message): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(text)}</p>`;
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.link)}" style="display:inline-block;background:#0a6a58;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:6px">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#4a5c58">${LINK_BY_HAND[language]}<br><a href="${escapeHtml(action.link)}" style="color:#0a6a58;word-break:break-all">${escapeHtml(action.link)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f6f5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dde3e1;border-radius:6px;text-align:left">
<tr><td style="padding:28px 28px 12px;font-family:'Segoe UI',Helvetica,Arial,sans-serif;font-size:15px;line-height:1.55;color:#12201d">
<p style="margin:0 0 20px;font-size:18px;font-weight:700;letter-spacing:-0.02em">Pace</p>
${paragraphs.map(paragraph).join('\n')}
${button}
</td></tr>
<tr><td style="padding:16px 28px;border-top:1px solid #dde3e1;font-family:'Segoe UI',Helvetica,Arial,sans-serif;font-size:12px;line-height:1.5;color:#4a5c58">${FOOTER[language]}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
