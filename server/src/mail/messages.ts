import { LIMITS, type AccessKey, type AccessKeyScope } from '@pace/contract';

export type Language = 'en' | 'tr';

/** What the server writes to people, one paragraph an entry; letter.ts makes text and HTML of it. */
export interface Message {
  language: Language;
  subject: string;
  paragraphs: string[];
  /** The one thing to do, with the words on its button. */
  action?: { label: string; link: string };
}

/** The first of our languages that `Accept-Language` names; English otherwise. */
export function languageOf(acceptLanguage: string | undefined): Language {
  for (const item of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const tag = item.trim().split(/[-;]/)[0];
    if (tag === 'tr' || tag === 'en') return tag;
  }
  return 'en';
}

const HELLO: Record<Language, string> = { tr: 'Merhaba', en: 'Hello' };

/**
 * What somebody chose as a name, who may not be the reader: what would turn the line or begin another is left out.
 * @returns undefined where nothing is left, or what a mail program could make a link of
 */
function sayable(name: string): string | undefined {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, LIMITS.personNameLength);
  const isLinkLike = /[@:]|[\p{L}\p{N}][.\u3002\uff0e\uff61][\p{L}\p{N}]{2}/u.test(plain);
  return plain === '' || isLinkLike ? undefined : plain;
}

/** Whoever signs up may have typed somebody else's address. */
function greeting(language: Language, name: string): string {
  const plain = sayable(name);
  return plain === undefined ? `${HELLO[language]},` : `${HELLO[language]} ${plain},`;
}

type Texts = Pick<Message, 'subject' | 'paragraphs'> & { button?: string };

function message(language: Language, texts: Record<Language, Texts>, link?: string): Message {
  const { subject, paragraphs, button } = texts[language];
  return {
    language,
    subject,
    paragraphs,
    ...(link !== undefined && button !== undefined ? { action: { label: button, link } } : {}),
  };
}

export function confirmMessage(language: Language, name: string, link: string): Message {
  return message(
    language,
    {
      tr: {
        subject: 'Pace hesabınızı onaylayın',
        paragraphs: [
          greeting('tr', name),
          'Hesabınızı etkinleştirmek için aşağıdaki bağlantıyı açın. Bağlantı 24 saat geçerlidir ve bir kez kullanılabilir.',
          'Bu kaydı siz yapmadıysanız bağlantıyı açmayın; hesap etkinleşmez.',
        ],
        button: 'Hesabı etkinleştir',
      },
      en: {
        subject: 'Confirm your Pace account',
        paragraphs: [
          greeting('en', name),
          'Open the link below to activate your account. It is valid for 24 hours and works once.',
          'If you did not sign up, do not open it; the account then stays inactive.',
        ],
        button: 'Activate the account',
      },
    },
    link,
  );
}

export function alreadyRegisteredMessage(language: Language, name: string, link: string): Message {
  return message(
    language,
    {
      tr: {
        subject: 'Pace hesabınız zaten var',
        paragraphs: [
          greeting('tr', name),
          'Bu adresle yeniden kayıt olmak istendi, ancak hesabınız zaten etkin. Hiçbir şey değiştirilmedi.',
          'Parolanızı unuttuysanız aşağıdaki sayfadan yenileyebilirsiniz.',
        ],
        button: 'Parolayı yenile',
      },
      en: {
        subject: 'You already have a Pace account',
        paragraphs: [
          greeting('en', name),
          'Somebody signed up with this address, but your account is already active. Nothing was changed.',
          'If you have forgotten your password, you can renew it on the page below.',
        ],
        button: 'Renew the password',
      },
    },
    link,
  );
}

export function resetMessage(language: Language, name: string, link: string): Message {
  return message(
    language,
    {
      tr: {
        subject: 'Pace parolanızı yenileyin',
        paragraphs: [
          greeting('tr', name),
          'Yeni bir parola belirlemek için aşağıdaki bağlantıyı açın. Bağlantı 1 saat geçerlidir ve bir kez kullanılabilir.',
          'Bunu siz istemediyseniz bu iletiyi dikkate almayın; parolanız değişmez.',
        ],
        button: 'Yeni parola belirle',
      },
      en: {
        subject: 'Set a new Pace password',
        paragraphs: [
          greeting('en', name),
          'Open the link below to set a new password. It is valid for 1 hour and works once.',
          'If you did not ask for this, ignore this message; your password stays as it is.',
        ],
        button: 'Set a new password',
      },
    },
    link,
  );
}

export function lockedMessage(language: Language, name: string, link: string): Message {
  return message(
    language,
    {
      tr: {
        subject: 'Pace hesabınıza giriş geçici olarak kilitlendi',
        paragraphs: [
          greeting('tr', name),
          'Hesabınızın parolası birçok kez yanlış denendi; bu yüzden bilinmeyen tarayıcılardan giriş bir süre kapalı. Daha önce giriş yaptığınız tarayıcılar çalışmaya devam eder.',
          'Başka bir tarayıcıda hemen giriş yapmak için aşağıdaki bağlantıyı o tarayıcıda açın. Parolanız değişmez. Bağlantı 1 saat geçerlidir ve bir kez kullanılabilir.',
          'Parolanızı unuttuysanız ya da başkaları biliyor olabilirse giriş sayfasındaki "Parolamı unuttum" ile yenisini belirleyin.',
        ],
        button: 'Tarayıcının kilidini aç',
      },
      en: {
        subject: 'Logging in to your Pace account is locked for a while',
        paragraphs: [
          greeting('en', name),
          'Wrong passwords were tried on your account many times, so browsers that it does not know cannot log in for a while. Browsers in which you have logged in before still can.',
          'To log in at once in another browser, open the link below there. Your password stays as it is. The link is valid for 1 hour and works once.',
          'If you have forgotten your password, or others may know it, set a new one by "Forgot password" on the login page.',
        ],
        button: 'Unlock the browser',
      },
    },
    link,
  );
}

export function unlockMessage(language: Language, name: string, link: string): Message {
  return message(
    language,
    {
      tr: {
        subject: 'Pace girişinizin kilidini açın',
        paragraphs: [
          greeting('tr', name),
          'Aşağıdaki bağlantıyı, giriş yapmak istediğiniz tarayıcıda açın. Oradaki kilit kalkar; parolanız değişmez. Bağlantı 1 saat geçerlidir ve bir kez kullanılabilir.',
          'Bunu siz istemediyseniz bu iletiyi dikkate almayın; hiçbir şey değişmez.',
        ],
        button: 'Tarayıcının kilidini aç',
      },
      en: {
        subject: 'Unlock logging in to Pace',
        paragraphs: [
          greeting('en', name),
          'Open the link below in the browser in which you want to log in. It lifts the lock there; your password stays as it is. The link is valid for 1 hour and works once.',
          'If you did not ask for this, ignore this message; nothing changes.',
        ],
        button: 'Unlock the browser',
      },
    },
    link,
  );
}

export function passwordChangedMessage(language: Language, name: string, link: string): Message {
  return message(
    language,
    {
      tr: {
        subject: 'Pace parolanız değişti',
        paragraphs: [
          greeting('tr', name),
          'Hesabınızın parolası değiştirildi ve diğer bütün oturumlar kapatıldı.',
          'Bunu siz yapmadıysanız parolanızı hemen yenileyin ve bize yazın.',
        ],
        button: 'Parolayı yenile',
      },
      en: {
        subject: 'Your Pace password was changed',
        paragraphs: [
          greeting('en', name),
          'The password of your account was changed, and all other sessions were ended.',
          'If this was not you, renew your password at once and write to us.',
        ],
        button: 'Renew the password',
      },
    },
    link,
  );
}

/** As the profile has them. */
const SCOPE: Record<Language, Record<AccessKeyScope, string>> = {
  tr: {
    read: 'read: görme ve indirme',
    run: 'run: proje kurma ve çalıştırma',
    full: 'full: silme ve paylaşma da',
  },
  en: {
    read: 'read: view and download',
    run: 'run: set up and run projects',
    full: 'full: also delete and share',
  },
};

/** @param link  to the page where keys are revoked */
export function accessKeyMessage(
  language: Language,
  name: string,
  key: Pick<AccessKey, 'name' | 'prefix' | 'scope' | 'expiresDate'>,
  link: string,
): Message {
  const called = sayable(key.name);
  const until = key.expiresDate.slice(0, 10);
  return message(
    language,
    {
      tr: {
        subject: 'Pace hesabınız için bir erişim anahtarı oluşturuldu',
        paragraphs: [
          greeting('tr', name),
          `Hesabınız için ${called === undefined ? 'bir' : `“${called}” adlı`} erişim anahtarı oluşturuldu (${key.prefix}…). Kapsamı “${SCOPE.tr[key.scope]}”; ${until} tarihine kadar geçerlidir.`,
          'Bunu siz yapmadıysanız anahtarı profil ayarlarında hemen iptal edin ve parolanızı değiştirin; yeni parola bütün anahtarları iptal eder.',
        ],
        button: 'Erişim anahtarları',
      },
      en: {
        subject: 'An access key was created for your Pace account',
        paragraphs: [
          greeting('en', name),
          `An access key ${called === undefined ? '' : `called “${called}” `}was created for your account (${key.prefix}…). Its scope is “${SCOPE.en[key.scope]}”, and it is valid until ${until}.`,
          'If this was not you, revoke the key at once in your profile settings and change your password; a new password revokes all keys.',
        ],
        button: 'Access keys',
      },
    },
    link,
  );
}

export function approvedMessage(language: Language, name: string, link: string): Message {
  return message(
    language,
    {
      tr: {
        subject: 'Pace hesabınız onaylandı',
        paragraphs: [
          greeting('tr', name),
          'Hesabınız bir yönetici tarafından onaylandı. Artık giriş yapabilirsiniz.',
        ],
        button: 'Giriş',
      },
      en: {
        subject: 'Your Pace account is approved',
        paragraphs: [greeting('en', name), 'An administrator has approved your account. You can log in now.'],
        button: 'Login',
      },
    },
    link,
  );
}

export function accountDeletedMessage(language: Language, name: string): Message {
  return message(language, {
    tr: {
      subject: 'Pace hesabınız silindi',
      paragraphs: [
        greeting('tr', name),
        'İstediğiniz gibi hesabınız; projeleri, dosyaları ve hesaplamalarıyla birlikte silindi.',
      ],
    },
    en: {
      subject: 'Your Pace account was deleted',
      paragraphs: [
        greeting('en', name),
        'As you asked, your account was deleted together with its projects, files and runs.',
      ],
    },
  });
}

/** For the operator's own mailbox. */
export function supportCopy(name: string, email: string, text: string): Message {
  return {
    language: 'en',
    subject: `Support message of ${name.replace(/\s+/g, ' ')}`,
    paragraphs: [`From: ${name} <${email}>`, text],
  };
}
