import { Flex, Segmented } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WidgetAppearance } from '../../../../shared/appearance.ts';
import type { Preview, PreviewScene } from '../../../../widget/panel.ts';

const SCENES = ['closed', 'empty', 'conversation', 'error', 'deactivated'] as const satisfies PreviewScene[];
const DEVICES = ['desktop', 'phone'] as const;
export type Device = (typeof DEVICES)[number];

/** Runs `work` and puts the focus back: the chat takes the focus when it opens, but here it opens by itself. */
function keepFocus(work: () => void): void {
  const had = document.activeElement;
  work();
  let now = document.activeElement;
  if (now === had) return;
  while (now?.shadowRoot?.activeElement) now = now.shadowRoot.activeElement;
  if (now instanceof HTMLElement) now.blur();
  if (had instanceof HTMLElement) had.focus({ preventScroll: true });
}

/** Mounts the real widget and updates it whenever a prop changes. */
function WidgetBox(props: {
  appearance: WidgetAppearance;
  scene: PreviewScene;
  isPhone: boolean;
  sentence: string;
  hasFeedback: boolean;
}) {
  const { appearance, scene, isPhone, sentence, hasFeedback } = props;
  const host = useRef<HTMLDivElement>(null);
  const preview = useRef<Preview>(undefined);
  // Props may change while the widget's code loads: the mount reads the latest ones here.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    let isGone = false;
    void import('../../../../widget/panel.ts').then(({ mountPreview }) => {
      const into = host.current;
      if (isGone || !into) return;
      const { isPhone: phone, ...shown } = latest.current;
      const where = { into, host: window.location.origin, sentence, feedback: hasFeedback };
      keepFocus(() => {
        preview.current = mountPreview({ ...shown, ...where, phone });
      });
    });
    return () => {
      isGone = true;
      preview.current?.destroy();
      preview.current = undefined;
    };
  }, [sentence, hasFeedback]);
  useEffect(() => preview.current?.update(appearance), [appearance]);
  useEffect(() => keepFocus(() => preview.current?.show(scene)), [scene]);
  useEffect(() => keepFocus(() => preview.current?.setPhone(isPhone)), [isPhone]);
  return <div className="appearance-widget" ref={host} />;
}

const DEVICE_STROKES: Record<Device, string> = {
  desktop: 'M4 5h16v11H4V5Zm8 11v4m-4 0h8',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm3 15h2',
};
const DeviceIcon = ({ device, name }: { device: Device; name: string }) => (
  <svg
    role="img"
    aria-label={name}
    width={18}
    height={18}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
  >
    <path d={DEVICE_STROKES[device]} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

/** Shows the widget as visitors see it, with switches for its state and for desktop or phone. */
export function LivePreview(props: {
  appearance: WidgetAppearance;
  scene: PreviewScene;
  device: Device;
  sentence: string;
  hasFeedback: boolean;
  onScene: (scene: PreviewScene) => void;
  onDevice: (device: Device) => void;
}) {
  const { t } = useTranslation();
  const { scene, device } = props;
  return (
    <section aria-label={t('chat-customize.preview.label')}>
      <Flex wrap justify="space-between" gap="small" className="part-heading">
        <div className="scroll-x">
          <Segmented
            aria-label={t('chat-customize.preview.scene')}
            value={scene}
            options={SCENES.map((value) => ({ value, label: t(`chat-customize.preview.scenes.${value}`) }))}
            onChange={props.onScene}
          />
        </div>
        <Segmented
          aria-label={t('chat-customize.preview.device')}
          value={device}
          options={DEVICES.map((value) => {
            const name = t(`chat-customize.preview.devices.${value}`);
            return { value, title: name, label: <DeviceIcon device={value} name={name} /> };
          })}
          onChange={props.onDevice}
        />
      </Flex>
      <div className="appearance-canvas" data-device={device}>
        <div className="appearance-screen">
          <Flex vertical gap={14} aria-hidden className="appearance-page">
            <i style={{ width: '34%', height: 26 }} />
            <i style={{ width: '72%' }} />
            <i style={{ width: '60%' }} />
            <i style={{ height: 180 }} />
          </Flex>
          <WidgetBox
            appearance={props.appearance}
            scene={scene}
            isPhone={device === 'phone'}
            sentence={props.sentence}
            hasFeedback={props.hasFeedback}
          />
        </div>
      </div>
    </section>
  );
}
