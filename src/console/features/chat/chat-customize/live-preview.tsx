import { Flex, Segmented } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { WidgetAppearance } from '../../../../shared/appearance.ts';
import type { mountPreview, Preview, PreviewOptions, PreviewScene } from '../../../../widget/panel.ts';
import { LineIcon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';
import { usePlan } from '../../../session/me.ts';
import type { Widget } from '../use-widget.ts';
import { Drawing } from './fields.tsx';

const SCENES = ['closed', 'empty', 'conversation', 'error', 'deactivated'] as const satisfies PreviewScene[];

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
function WidgetBox(shown: Pick<PreviewOptions, 'appearance' | 'scene' | 'sentence' | 'offers'> & { phone: boolean }) {
  const { appearance, scene, sentence, offers, phone } = shown;
  const feedback = usePlan().data?.flags.includes('interactionsFeedback') ?? false;
  const host = useRef<HTMLDivElement>(null);
  const preview = useRef<Preview>(undefined);
  // The props may have changed while the widget's code was loading.
  const draw = useEffectEvent((mount: typeof mountPreview) => {
    const into = host.current;
    if (!into) return;
    keepFocus(() => {
      preview.current = mount({ ...shown, feedback, into, host: window.location.origin });
    });
  });
  useEffect(() => {
    let isGone = false;
    void import('../../../../widget/panel.ts').then((panel) => isGone || draw(panel.mountPreview));
    return () => {
      isGone = true;
      preview.current?.destroy();
      preview.current = undefined;
    };
  }, [sentence, offers, feedback]);
  useEffect(() => preview.current?.update(appearance), [appearance]);
  useEffect(() => keepFocus(() => preview.current?.show(scene)), [scene]);
  useEffect(() => keepFocus(() => preview.current?.setPhone(phone)), [phone]);
  return <div className="appearance-widget" ref={host} />;
}

const DEVICES = {
  desktop: 'M4 5h16v11H4V5Zm8 11v4m-4 0h8',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm3 15h2',
};

/** Shows the widget as visitors see it, with switches for its state and for desktop or phone. */
export function LivePreview(props: {
  appearance: WidgetAppearance;
  scene: PreviewScene;
  sentence: string;
  /** What visitors see at first; undefined until it is read. */
  widget: Widget | undefined;
  onScene: (scene: PreviewScene) => void;
}) {
  const { scene } = props;
  const [device, setDevice] = useState('desktop');
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
          options={Object.entries(DEVICES).map(([value, path]) => {
            const name = t(`chat-customize.preview.devices.${value}`);
            return { value, title: name, label: <Drawing name={name}>{<LineIcon path={path} size={18} />}</Drawing> };
          })}
          onChange={setDevice}
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
            offers={props.widget}
            scene={scene}
            phone={device === 'phone'}
            sentence={props.sentence}
          />
        </div>
      </div>
    </section>
  );
}
