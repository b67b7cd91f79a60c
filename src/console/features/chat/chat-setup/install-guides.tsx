import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const PLATFORMS = ['html', 'wordpress', 'wix', 'nuvemshop', 'shopify', 'gtm'] as const;
type Platform = (typeof PLATFORMS)[number];

/** Where the code goes, by what the site is made with. */
export function InstallGuides() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Platform>('html');
  const steps = t(`chat-setup.guides.${open}.steps`, { returnObjects: true }) as string[];
  return (
    <div className="guides">
      <div className="guides-choice" role="group" aria-label={t('chat-setup.guides.label')}>
        {PLATFORMS.map((platform) => (
          <button key={platform} type="button" aria-pressed={platform === open} onClick={() => setOpen(platform)}>
            {t(`chat-setup.guides.${platform}.name`)}
          </button>
        ))}
      </div>
      <ol className="install-steps" aria-live="polite">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
