export type Language = 'en' | 'tr';

/** What the server writes to people; text only, one paragraph an entry. */
export interface Message {
  subject: string;
  paragraphs: string[];
  link?: string;
}

/** The first of our languages that `Accept-Language` names; English otherwise. */
export function languageOf(acceptLanguage: string | undefined): Language {
  for (const item of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const tag = item.trim().split(/[-;]/)[0];
    if (tag === 'tr' || tag === 'en') return tag;
  }
  return 'en';
}

export function confirmMessage(language: Language, name: string, link: string): Message {
  return language === 'tr'
    ? {
        subject: 'Pace hesabınızı onaylayın',
        paragraphs: [
          `Merhaba ${name},`,
          'Hesabınızı etkinleştirmek için aşağıdaki bağlantıyı açın. Bağlantı 24 saat geçerlidir ve bir kez kullanılabilir.',
          'Bu kaydı siz yapmadıysanız bağlantıyı açmayın; hesap etkinleşmez.',
        ],
        link,
      }
    : {
        subject: 'Confirm your Pace account',
        paragraphs: [
          `Hello ${name},`,
          'Open the link below to activate your account. It is valid for 24 hours and works once.',
          'If you did not sign up, do not open it; the account then stays inactive.',
        ],
        link,
      };
}

export function alreadyRegisteredMessage(language: Language, name: string, link: string): Message {
  return language === 'tr'
    ? {
        subject: 'Pace hesabınız zaten var',
        paragraphs: [
          `Merhaba ${name},`,
          'Bu adresle yeniden kayıt olmak istendi, ancak hesabınız zaten etkin. Hiçbir şey değiştirilmedi.',
          'Parolanızı unuttuysanız aşağıdaki sayfadan yenileyebilirsiniz.',
        ],
        link,
      }
    : {
        subject: 'You already have a Pace account',
        paragraphs: [
          `Hello ${name},`,
          'Somebody signed up with this address, but your account is already active. Nothing was changed.',
          'If you have forgotten your password, you can renew it on the page below.',
        ],
        link,
      };
}

export function resetMessage(language: Language, name: string, link: string): Message {
  return language === 'tr'
    ? {
        subject: 'Pace parolanızı yenileyin',
        paragraphs: [
          `Merhaba ${name},`,
          'Yeni bir parola belirlemek için aşağıdaki bağlantıyı açın. Bağlantı 1 saat geçerlidir ve bir kez kullanılabilir.',
          'Bunu siz istemediyseniz bu iletiyi dikkate almayın; parolanız değişmez.',
        ],
        link,
      }
    : {
        subject: 'Set a new Pace password',
        paragraphs: [
          `Hello ${name},`,
          'Open the link below to set a new password. It is valid for 1 hour and works once.',
          'If you did not ask for this, ignore this message; your password stays as it is.',
        ],
        link,
      };
}

export function supportCopy(name: string, email: string, message: string): Message {
  return {
    subject: `Support message of ${name.replace(/\s+/g, ' ')}`,
    paragraphs: [`From: ${name} <${email}>`, message],
  };
}
