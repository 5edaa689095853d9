/** The page Learn, in Nepali. */

import type { LearnTexts } from './en';

export const ne: LearnTexts = {
  'learn.title': 'सिक्ने',
  'learn.lead': 'दुई मिनेटमा नियम, त्यसपछि जति मन लाग्छ पहेली।',
  'learn.lessons': 'नियम, एक-एक पाइला',
  'learn.lesson.begin': 'सुरु गर्ने',
  'learn.lesson.continue': 'जारी राख्नुहोस्',
  'learn.lesson.again': 'फेरि',
  'learn.lesson.step': '{of} मध्ये पाइला {step}',
  'learn.lesson.learnt': 'सिकियो',
  'learn.next': 'अर्को',
  'learn.back': 'अघिल्लो',
  'learn.again': 'फेरि प्रयास',
  'learn.all': 'सिक्ने पृष्ठमा',
  'learn.well-done': 'स्याबास',

  'lesson.bagh-chal.board.title': 'बोर्ड',
  'lesson.bagh-chal.board.task':
    'चार बाघ कुनामा बसेका छन्। बीस बाख्रा बोर्ड बाहिर पर्खिरहेका छन्। गोटी रेखा जोडिने ठाउँमा बस्छन् र रेखामा सर्छन्।',
  'lesson.bagh-chal.place.title': 'बाख्रा राख्नुहोस्',
  'lesson.bagh-chal.place.task':
    'बाख्राले सुरु गर्छ। हरेक पालोमा एउटा बाख्रा खाली बिन्दुमा राखिन्छ। अब मन लागेको ठाउँमा एउटा राख्नुहोस्।',
  'lesson.bagh-chal.place.done':
    'बीसै बाख्रा नराखुन्जेल तिनीहरू चल्दैनन्। हरेक बाख्रापछि एउटा बाघ चल्छ।',
  'lesson.bagh-chal.slide.title': 'बाघ चाल्नुहोस्',
  'lesson.bagh-chal.slide.task':
    'बाघ रेखामा अर्को खाली बिन्दुसम्म सर्छ। एउटा बाघ छान्नुहोस्, अनि जाने ठाउँ छान्नुहोस्।',
  'lesson.bagh-chal.slide.done':
    'सबै बिन्दुमा छड्के रेखा हुँदैन: बाटो सोच्नुअघि रेखा कहाँ छ हेर्नुहोस्।',
  'lesson.bagh-chal.capture.title': 'बाख्रा मार्नुहोस्',
  'lesson.bagh-chal.capture.task':
    'B1 को बाख्रा बाघको छेउमा छ, र त्यसपछाडिको बिन्दु खाली छ। त्यसमाथिबाट उफ्रनुहोस्!',
  'lesson.bagh-chal.capture.try':
    'चाल ठीकै हो, तर सिकार यहीँ छ: A1 को बाघ छानेर बाख्रामाथिबाट सीधा C1 मा उफ्रनुहोस्।',
  'lesson.bagh-chal.capture.done':
    'एक पालोमा एक बाख्रा, र मार्नै पर्छ भन्ने छैन। पाँच मारे बाघको जित।',
  'lesson.bagh-chal.guard.title': 'बाख्रा जोगाउनुहोस्',
  'lesson.bagh-chal.guard.task':
    'अब तपाईं बाख्रा हुनुहुन्छ। B1 को बाख्रा मारिन लागेको छ। कुनै बाघ उफ्रन नसक्ने गरी बाख्रा राख्नुहोस्।',
  'lesson.bagh-chal.guard.try': 'A1 को बाघ अझै C1 मा उफ्रन सक्छ। त्यहाँ केही भए?',
  'lesson.bagh-chal.guard.done':
    'पछाडि ढाकिएको बाख्रा सुरक्षित हुन्छ। किनारका र लहरका बाख्राले एकअर्कालाई जोगाउँछन्।',
  'lesson.bagh-chal.herd.title': 'बाख्रा चाल्नुहोस्',
  'lesson.bagh-chal.herd.task':
    'सबै बाख्रा राखिए, तीनवटा मारिए। अब हरेक पालोमा एउटा बाख्रा बाघजस्तै रेखामा सर्छ। एउटा चाल्नुहोस्।',
  'lesson.bagh-chal.herd.done': 'बाख्रा जुनसुकै दिशामा एक कदम सर्छन्, तर कहिल्यै उफ्रँदैनन्।',
  'lesson.bagh-chal.trap.title': 'बाघलाई थुन्नुहोस्',
  'lesson.bagh-chal.trap.task':
    'कुनै बाघ चल्न नसके बाख्रा जित्छन्। यहाँ एउटै चालले पुग्छ। थुनिइसकेका बाघ फिक्का देखिन्छन्।',
  'lesson.bagh-chal.trap.try': 'कुनै बाघ अझै चल्न सक्छ। त्यसको बाटो कुन बिन्दु हो?',
  'lesson.bagh-chal.trap.done': 'कुनै बाघ चल्न सक्दैन: बाख्राले जिते।',
  'lesson.bagh-chal.repeat.title': 'फेरि र फेरि',
  'lesson.bagh-chal.repeat.task':
    'उही अवस्था दुई पटक आइसक्यो। B1 को बाघ A1 मा फर्काउनुहोस्, अनि तेस्रो पटक हुन्छ।',
  'lesson.bagh-chal.repeat.try': 'यो नयाँ अवस्था हो। B1 को बाघ A1 मा फर्काउनुहोस्।',
  'lesson.bagh-chal.repeat.done':
    'तेस्रो पटक बराबरी हुन्छ। सबै बाख्रा राखिसकेपछि, उही पक्षको पालो हुँदा यो लागू हुन्छ।',
  'lesson.bagh-chal.dandee.title': 'महाजित: डन्डी',
  'lesson.bagh-chal.dandee.task':
    'चारै बाघ एउटै छड्के रेखामा लहरै छन्। अन्तिम प्वाल टाल्नुहोस्: यस्तो जित बाह्र खेल बराबर हुन्छ।',
  'lesson.bagh-chal.dandee.try': 'बीचको बाघ अझै E1 मा उफ्रन सक्छ। त्यो बिन्दु भर्नुहोस्।',
  'lesson.bagh-chal.dandee.done': 'डन्डी, सीधा र बलियो लट्ठी! थोरैले मात्र देख्न पाउँछन्।',
  'lesson.bagh-chal.locked.title': 'महाजित: बाख्रा थुनिए',
  'lesson.bagh-chal.locked.task':
    'बाघको पनि महाजित हुन्छ: चल्न नसक्ने बथान। E5 को बाघ चाल्नुहोस्, ताकि कुना मात्र खाली रहोस्।',
  'lesson.bagh-chal.locked.try': 'बाख्रा अझै चल्न सक्छन्। कुना बन्द गर्नुहोस्: E5 बाट D5 मा।',
  'lesson.bagh-chal.locked.done':
    'खाली कुनाको छेउमा बाघ मात्र छन्, त्यसैले कुनै बाख्राको चाल छैन। यो दुर्लभ छ, किनकि बाख्राकै सहयोग चाहिन्छ।',
  'lesson.bagh-chal.end.title': 'तपाईंलाई बाघचाल आयो',
  'lesson.bagh-chal.end.task':
    'यत्ति हो। बाघ टाढाटाढा बसेर पर्खन्छन्; बाख्रा किनारमा बसेर मिलेर घेर्छन्। अब खेल्नुहोस्, वा पहेली हेर्नुहोस्।',

  'lesson.aadu-puli.board.title': 'बाख्रा र बाघको बोर्ड',
  'lesson.aadu-puli.board.task':
    'डाँडामा तेइस बिन्दु: माथि टुप्पो, तल चार लहर। तीन बाघ र पन्ध्र बाख्रा छेउमा पर्खिरहेका छन्।',
  'lesson.aadu-puli.tiger.title': 'बाघ राख्नुहोस्',
  'lesson.aadu-puli.tiger.task':
    'बाघले सुरु गर्छ। बाघ पनि एक-एक गरी राखिन्छन्, हरेकपछि एउटा बाख्रा। जुनसुकै बिन्दुमा बाघ राख्नुहोस्।',
  'lesson.aadu-puli.tiger.done':
    'दुई छेउका बीच B7 र B12 मा मात्र पहिलो बाघ राखे हार पक्का हुन्छ। अरू सबै ठाउँमा बराबरी।',
  'lesson.aadu-puli.goat.title': 'बाख्रा राख्नुहोस्',
  'lesson.aadu-puli.goat.task': 'बाख्राको जवाफ। कुनै बाघ उफ्रन नसक्ने ठाउँमा एउटा राख्नुहोस्।',
  'lesson.aadu-puli.goat.try': 'त्यहाँ बाघ तुरुन्तै उफ्रन सक्छ। सुरक्षित ठाउँ कतै छ?',
  'lesson.aadu-puli.goat.done':
    'राम्रो। तीनै बाघ राखिएपछि तिनीहरू चल्छन्, बाख्रा भने राखिँदै जान्छन्।',
  'lesson.aadu-puli.capture.title': 'रेखामा उफ्रनुहोस्',
  'lesson.aadu-puli.capture.task':
    'बाघ एउटै कोरिएको रेखामा सीधा उफ्रन्छ। B9 को बाख्रा B3 बाट तल जाने रेखामा छ, र B15 खाली छ।',
  'lesson.aadu-puli.capture.try': 'यो चाल मिल्छ। तर B3 बाट B9 माथि उफ्रेर B15 मा पुग्न सकिन्छ।',
  'lesson.aadu-puli.capture.done': 'यहाँ जित्न बाघले दस बाख्रा मार्नुपर्छ, बाख्रा पन्ध्र छन्।',
  'lesson.aadu-puli.trap.title': 'बाघलाई थुन्नुहोस्',
  'lesson.aadu-puli.trap.task': 'कुनै बाघ चल्न नसके बाख्रा जित्छन्। एउटै चालले पुग्छ।',
  'lesson.aadu-puli.trap.try': 'कुनै बाघ अझै चल्न सक्छ। त्यसको बाटो खोज्नुहोस्।',
  'lesson.aadu-puli.trap.done': 'तीनै बाघ थुनिए: बाख्राले जिते।',
  'lesson.aadu-puli.end.title': 'तपाईंलाई आडु पुली आट्टम आयो',
  'lesson.aadu-puli.end.task':
    'बाँकी बाघचालजस्तै हो: सबै राखिएपछि बाख्रा चल्छन्, र उही अवस्था तेस्रो पटक आए बराबरी। यहाँ बथान कहिल्यै थुनिँदैन।',
  'lesson.play': 'खेल्ने',
  'lesson.puzzles': 'पहेली हेर्ने',

  'puzzles.title': 'पहेली',
  'puzzles.lead': 'साँचो खेलका अवस्था, पूरा समाधानबाट निकालिएका: हरेकमा ठीक एउटा चाल सही छ।',
  'puzzles.done': '{of} मध्ये {done} हल भए',
  'puzzles.open': '{game}का पहेली',
  'puzzles.kind': 'प्रकार',
  'puzzles.grade': 'कठिनाइ',
  'puzzles.any': 'सबै',
  'puzzles.kind.hold': 'बराबरी जोगाउने',
  'puzzles.kind.trap': 'सबै बाघ थुन्ने',
  'puzzles.kind.eat': 'बाख्रा मार्ने',
  'puzzles.kind.win': 'बाघ भएर जित्ने',
  'puzzles.grade.1': 'सजिलो',
  'puzzles.grade.2': 'हल्का',
  'puzzles.grade.3': 'मध्यम',
  'puzzles.grade.4': 'गाह्रो',
  'puzzles.grade.5': 'धेरै गाह्रो',
  'puzzles.stars': 'कठिनाइ ५ मध्ये {grade}',
  'puzzles.number': 'पहेली {number}',
  'puzzles.list': 'पहेली छान्नुहोस्',
  'puzzles.none': 'यो प्रकार र कठिनाइको पहेली छैन। अर्को छान्नुहोस्।',
  'puzzles.state.solved': 'हल भयो',
  'puzzles.state.helped': 'सहयोगले हल भयो',
  'puzzles.state.open': 'हल भएको छैन',
  'puzzles.task.hold.tiger': 'बाघको पालो। एउटा चालले बराबरी जोगाउँछ; अरू सबैले हराउँछ।',
  'puzzles.task.hold.goat': 'बाख्राको पालो। एउटा चालले बराबरी जोगाउँछ; अरू सबैले हराउँछ।',
  'puzzles.task.trap': 'बाख्राको पालो। सबै बाघलाई थुन्नुहोस्।',
  'puzzles.task.eat': 'बाघको पालो। एउटा बाख्रा पक्का मार्नुहोस्।',
  'puzzles.task.win': 'बाघको पालो। एउटा चालले जित्छ; अरू सबैले जित गुमाउँछ।',
  'puzzles.in': '{moves} चाल चाहिन्छ।',
  'puzzles.challenge': '२००४ को चुनौती',
  'puzzles.challenge.about':
    'लिम र निभरगेल्टले “Computing Tigers and Goats” को चित्र 1b मुनि राखेको चुनौती: बाघले एउटा बाख्रा मार्न सक्छ, तर त्यसपछि बाख्राले पाँच चालमा बाघलाई थुन्छन्। बाघले भर्खरै मार्‍यो। हामीसँग भएको पाठमा त्यो चित्र छैन; यो अवस्था त्यसको वर्णनसँग ठ्याक्कै मिल्छ।',
  'puzzles.right': 'सही! अगाडि बढ्नुहोस्।',
  'puzzles.also': 'यो पनि सही हो। खेल {move} बाट अगाडि बढ्छ।',
  'puzzles.wrong.hold': 'यो होइन: अब अर्को पक्ष जित्छ। फेरि हेर्नुहोस्।',
  'puzzles.wrong.trap': 'यो होइन: बाघ उम्कन्छन्। फेरि हेर्नुहोस्।',
  'puzzles.wrong.eat': 'यो होइन: बाख्रा उम्कन्छ। फेरि हेर्नुहोस्।',
  'puzzles.wrong.win': 'यो होइन: जित गुम्यो। फेरि हेर्नुहोस्।',
  'puzzles.finish': 'अब टुङ्ग्याउन सकिन्छ। फेरि हेर्नुहोस्।',
  'puzzles.answering': 'अर्को पक्षको चाल।',
  'puzzles.solved': 'हल भयो!',
  'puzzles.solved.hold': 'बराबरी सुरक्षित छ।',
  'puzzles.solved.trap': 'कुनै बाघ चल्न सक्दैन।',
  'puzzles.solved.eat': 'बाख्रा तपाईंको भयो।',
  'puzzles.solved.win': 'बाघ जित्यो।',
  'puzzles.solved.win-far': 'यहाँबाट बाघ जित्छ, तर केही समय लाग्छ।',
  'puzzles.shown': 'समाधान यो थियो: {line}',
  'puzzles.hint': 'सङ्केत',
  'puzzles.hint.piece': 'चिन्ह लगाइएको गोटी हेर्नुहोस्।',
  'puzzles.hint.place': 'चिन्ह लगाइएको बिन्दुको वरिपरि हेर्नुहोस्।',
  'puzzles.hint.move': 'चिन्ह लगाइएको चाल खेल्नुहोस्।',
  'puzzles.solution': 'समाधान देखाउने',
  'puzzles.next': 'अर्को पहेली',
  'puzzles.previous': 'अघिल्लो पहेली',
  'puzzles.analyse': 'विश्लेषण हेर्ने',

  'mistakes.title': 'आफ्नै गल्ती',
  'mistakes.none':
    'अहिले केही छैन। खेल खेल्नुहोस्, हेर्नुहोस्, अनि अझ राम्रो हुन सक्ने चाल यहाँ फेरि प्रयास गर्न पाइन्छ।',
  'mistakes.count.one': 'फेरि प्रयास गर्ने {count} अवस्था',
  'mistakes.count.other': 'फेरि प्रयास गर्ने {count} अवस्था',
  'mistakes.begin': 'फेरि प्रयास गर्ने',
  'mistakes.task': 'खेलमा तपाईंले {move} खेल्नुभयो। अझ राम्रो चाल खोज्नुहोस्।',
  'mistakes.same': 'यही त खेल्नुभएको थियो। अझ राम्रो चाल छ।',
  'mistakes.wrong': 'सबैभन्दा राम्रो होइन। अर्को हेर्नुहोस्।',
  'mistakes.solved': 'यही हो!',
  'mistakes.all-done': 'सबै सुध्रियो। स्याबास!',
  'mistakes.forget': 'सबै बिर्सने',
  'puzzles.state.shown': 'समाधान हेरिएको',
};
