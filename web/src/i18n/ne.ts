/** The app in Nepali. */

import type { Texts } from './index';

export const ne: Texts = {
  'app.name': 'बाघ',
  'app.tagline': 'दक्षिण एसियाका बाघ-चालहरू',
  'app.skip': 'सीधै पृष्ठमा जानुहोस्',
  'app.update': 'नयाँ संस्करण आएको छ।',
  'app.reload': 'फेरि खोल्नुहोस्',
  'app.offline': 'इन्टरनेट छैन: खेल्न मिल्छ, तालिका हेर्न मिल्दैन।',
  'app.failed': 'यो पृष्ठ खोल्न सकिएन: {reason}',

  'nav.main': 'पृष्ठहरू',
  'nav.home': 'गृहपृष्ठ',
  'nav.play': 'खेल्ने',
  'nav.analyse': 'विश्लेषण',
  'nav.learn': 'सिक्ने',
  'nav.explore': 'खोज्ने',
  'nav.about': 'बारेमा',

  'settings.title': 'सेटिङ',
  'settings.language': 'भाषा',
  'settings.theme': 'बोर्ड',
  'settings.theme.slate': 'स्लेट',
  'settings.theme.paper': 'कागज',
  'settings.theme.contrast': 'उच्च कन्ट्रास्ट',
  'settings.coordinates': 'बिन्दुका नाम',
  'settings.animation': 'गोटी सर्ने चाल देखाउने',
  'settings.sound': 'आवाज',
  'settings.close': 'बन्द गर्नुहोस्',

  'side.tiger': 'बाघ',
  'side.goat': 'बाख्रा',

  'piece.tiger': 'बाघ',
  'piece.goat': 'बाख्रा',

  'game.bagh-chal': 'बाघचाल',
  'game.aadu-puli': 'आडु पुली आट्टम',
  'game.aadu-puli-fixed': 'आडु पुली आट्टम, तोकिएको सुरु',
  'game.kaooa': 'कौवा',
  'game.len-choa': 'लेन चोआ',
  'game.pulijudamu': 'पुलिजुदमु',
  'game.from.bagh-chal': 'नेपाल',
  'game.from.aadu-puli': 'दक्षिण भारत',
  'game.from.aadu-puli-fixed': 'दक्षिण भारत',
  'game.from.kaooa': 'मध्य भारत',
  'game.from.len-choa': 'स्याम',
  'game.from.pulijudamu': 'विजयनगर',

  'board.label': '{game}को बोर्ड',
  'board.point.empty': '{point}, खाली',
  'board.point.tiger': '{point}, बाघ',
  'board.point.goat': '{point}, बाख्रा',
  'board.point.trapped': '{point}, थुनिएको बाघ',
  'board.point.selected': '{what}, छानिएको',
  'board.point.place': '{what}, यहाँ राख्नुहोस्',
  'board.point.to': '{what}, यहाँ सार्नुहोस्',
  'board.point.capture': '{what}, यहाँ उफ्रेर बाख्रा मार्नुहोस्',
  'board.point.movable': '{what}, चल्न सक्छ',
  'board.rotate': 'बोर्ड घुमाउनुहोस्',
  'board.mirror': 'बोर्ड ऐनामा जस्तै उल्टाउनुहोस्',
  'board.flip': 'बोर्ड तलमाथि पार्नुहोस्',
  'board.keys': 'तीर किले बिन्दु-बिन्दु जान्छ, Enter वा Space ले छान्छ, Escape ले छोड्छ।',

  'tray.goats.in-hand.one': 'हातमा {count} बाख्रा',
  'tray.goats.in-hand.other': 'हातमा {count} बाख्रा',
  'tray.tigers.in-hand.one': 'हातमा {count} बाघ',
  'tray.tigers.in-hand.other': 'हातमा {count} बाघ',
  'tray.captured.one': '{of} मध्ये {count} मारिए',
  'tray.captured.other': '{of} मध्ये {count} मारिए',
  'tray.trapped.one': '{count} बाघ थुनियो',
  'tray.trapped.other': '{count} बाघ थुनिए',

  'move.place.tiger': '{to} मा बाघ राखियो',
  'move.place.goat': '{to} मा बाख्रा राखियो',
  'move.slide.tiger': 'बाघ {from} बाट {to} मा',
  'move.slide.goat': 'बाख्रा {from} बाट {to} मा',
  'move.jump': 'बाघ {from} बाट {to} मा, {over} को बाख्रा मार्‍यो',

  'outcome.tiger-win': 'बाघ जित्यो',
  'outcome.draw': 'बराबरी',
  'outcome.goat-win': 'बाख्राले जिते',

  'reason.captures': 'बाघले चाहिने जति बाख्रा मार्‍यो।',
  'reason.tigers-trapped': 'कुनै बाघ चल्न सक्दैन।',
  'reason.dandee': 'डन्डी: सबै बाघ एउटै तेर्सो रेखामा लहरै थुनिए।',
  'reason.locked-goats': 'बाख्रा थुनिए: कुनै बाख्रा चल्न सक्दैन।',
  'reason.repetition': 'उही अवस्था तेस्रो पटक आयो।',
  'reason.resignation': 'एक खेलाडीले हार माने।',
  'reason.agreement': 'खेलाडीहरू बराबरीमा सहमत भए।',

  'result.grand': 'महाजित: यो {worth} खेल बराबर हो!',

  'home.play': 'खेल्नुहोस्',
  'home.play.tiger': 'बाघ भएर खेल्नुहोस्',
  'home.play.goat': 'बाख्रा भएर खेल्नुहोस्',
  'home.play.two': 'दुई जना मिलेर',
  'home.continue': 'आफ्नो खेल जारी राख्नुहोस्',
  'home.lead':
    'चार बाघ सिकार गर्छन्, बीस बाख्रा घेर्छन्। नेपालका पहाड र दक्षिण भारतका मन्दिरका आँगनको खेल, जुन चकले जुनसुकै ढुङ्गामा कोर्न सकिन्छ।',
  'home.learn': 'नयाँ हुनुहुन्छ? दुई मिनेटमा नियम सिक्नुहोस्',
  'home.analyse': 'कुनै पनि अवस्थाको मूल्य कति? हेर्नुहोस्',
  'home.explore': 'पूरा समाधानले के भन्छ',

  'about.title': 'बारेमा',
  'about.what':
    'बाघ दक्षिण एसियाका बाघ-चाल खेलहरूको स्वतन्त्र सफ्टवेयर हो। नियम, लेखनशैली र कम्प्युटर खेलाडी तपाईंकै ब्राउजरमा चल्छन्; तपाईंले खेलेको कुरा कतै पठाइँदैन।',
  'about.solved':
    'बाघचाल हल भइसकेको छ: दुवै पक्षले उत्तम चाल खेले बराबरी हुन्छ। यस पृष्ठको सेवाले तालिका बनिसकेपछि हरेक अवस्थाको ठ्याक्कै मूल्य बताउँछ।',
  'about.rules': 'छोटकरीमा नियम',
  'about.rules.1': 'गोटी बिन्दुमा बस्छन् र रेखामा एक-एक कदम सर्छन्। पालैपालो चाल्नुपर्छ।',
  'about.rules.2': 'बाख्रा एक-एक गरी खाली बिन्दुमा राखिन्छन्। सबै राखिसकेपछि मात्र तिनीहरू चल्छन्।',
  'about.rules.3':
    'बाघ छेउको बाख्रामाथिबाट सीधा रेखामा ठीक पछाडिको खाली बिन्दुमा उफ्रन सक्छ। त्यो बाख्रा मारिन्छ।',
  'about.rules.4':
    'चाहिने जति बाख्रा मारे बाघ जित्छ, कुनै बाघ चल्न नसके बाख्रा जित्छन्। उही अवस्था तेस्रो पटक आए बराबरी।',
  'about.rules.5':
    'महाजित बाह्र खेल बराबर हो: सबै बाघ एउटै तेर्सो रेखामा लहरै थुनिए डन्डी, र कुनै बाख्रा चल्न नसके बाख्रा थुनिएको।',
  'about.sources': 'स्रोतहरू',
  'about.licence':
    'MIT वा Apache 2.0 इजाजतपत्रमा स्वतन्त्र। अक्षर: Yatra One र Arima, SIL Open Font Licence मा।',

  soon: 'यो पृष्ठ बन्दै छ।',

  'missing.title': 'यस्तो पृष्ठ छैन',
  'missing.text': 'यो ठेगानामा केही छैन।',
};
