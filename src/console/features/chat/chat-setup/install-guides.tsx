import { Card, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const PLATFORMS = ['html', 'wordpress', 'wix', 'nuvemshop', 'shopify', 'gtm'] as const;
type Platform = (typeof PLATFORMS)[number];

/** Explains where to paste the code on each platform. */
export function InstallGuides() {
  const { t } = useTranslation();
  const [platform, setPlatform] = useState<Platform>('html');
  const steps = t(`chat-setup.guides.${platform}.steps`, { returnObjects: true }) as string[];
  return (
    <>
      <div className="scroll-x">
        <Segmented
          aria-label={t('chat-setup.guides.label')}
          value={platform}
          options={PLATFORMS.map((value) => ({ value, label: t(`chat-setup.guides.${value}.name`) }))}
          onChange={setPlatform}
        />
      </div>
      <Card size="small" className="chat-found">
        <ol className="chat-guide" aria-live="polite">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Card>
    </>
  );
}
